#!/usr/bin/env python3
"""List what the program is made of for a target: the licences with their texts, and an SBOM (CycloneDX).

    scripts/list_dependencies.py --target x86_64-unknown-linux-musl --notices THIRD-PARTY.txt --sbom sbom.cdx.json

Reads `cargo metadata` and Cargo.lock; the texts come from the packages as cargo has downloaded them.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tomllib

NAMES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")
HEAD = """What Janggun for {target} is made of besides its own source: {count} packages, each with its licence and the texts that come with it.
The standard library of Rust is linked too (MIT OR Apache-2.0, The Rust Project Contributors{system}).
"""
SYSTEMS = {"musl": "), and the C library musl (MIT, Rich Felker and others", "gnu": "), and the start-up code of MinGW-w64 (public domain and ZPL 2.1"}


def packages(target):
    """All packages that are linked into the program, the program itself left out."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    told = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    metadata = json.loads(told.stdout)
    by_id = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    is_macro = {name for name, package in by_id.items() if any("proc-macro" in part["kind"] for part in package["targets"])}
    root = metadata["resolve"]["root"]
    seen, due = set(), [root]
    while due:
        name = due.pop()
        for dependency in nodes[name]["deps"]:
            # Tests and build scripts are not linked, and neither are macros with what they need.
            linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if linked and dependency["pkg"] not in seen | is_macro:
                seen.add(dependency["pkg"])
                due.append(dependency["pkg"])
    return by_id[root], sorted((by_id[name] for name in seen), key=lambda package: (package["name"], package["version"]))


def texts_of(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(NAMES))
    return [(path.name, path.read_text(encoding="utf-8", errors="replace").strip()) for path in files]


def notices(target, listed):
    """Each text once, with the packages that it belongs to: most share theirs."""
    by_text = {}
    for package in listed:
        for name, text in texts_of(package):
            by_text.setdefault(text, []).append(f"{package['name']} {package['version']} ({name})")
    system = next((text for part, text in SYSTEMS.items() if target.endswith(part)), "")
    lines = [HEAD.format(target=target, count=len(listed), system=system)]
    lines += [f"{package['name']} {package['version']}: {package['license']}" for package in listed]
    for text, owners in sorted(by_text.items(), key=lambda item: item[1]):
        lines += ["", "=" * 80, *owners, "=" * 80, "", text]
    return "\n".join(lines) + "\n"


def sbom(root, target, listed):
    locked = tomllib.loads(pathlib.Path("Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(package["name"], package["version"]): package.get("checksum") for package in locked}

    def component(package, kind):
        name, version = package["name"], package["version"]
        told = {
            "type": kind,
            "bom-ref": f"pkg:cargo/{name}@{version}",
            "name": name,
            "version": version,
            "licenses": [{"expression": package["license"].replace("/", " OR ")}],
            "purl": f"pkg:cargo/{name}@{version}",
        }
        checksum = sums.get((name, version))
        if checksum:
            told["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        return told

    properties = [{"name": "target", "value": target}]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(root, "application"), "properties": properties},
        "components": [component(package, "library") for package in listed],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", required=True)
    parser.add_argument("--notices", type=pathlib.Path, required=True)
    parser.add_argument("--sbom", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    root, listed = packages(arguments.target)
    without = [package["name"] for package in listed if not package["license"]]
    if without:
        sys.exit(f"list_dependencies: no licence is told by {', '.join(without)}; look at them before you release")
    arguments.notices.write_text(notices(arguments.target, listed), encoding="utf-8")
    arguments.sbom.write_text(json.dumps(sbom(root, arguments.target, listed), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
