#!/usr/bin/env python3
"""Pack a folder into an archive whose bytes depend on names, modes and contents alone.

    scripts/pack_folder.py FOLDER ARCHIVE.tar.gz|ARCHIVE.zip

Names are sorted, owners left out, and all times are SOURCE_DATE_EPOCH, or 1980 if that is not set.
"""

import argparse
import gzip
import os
import pathlib
import stat
import tarfile
import time
import zipfile

# The first moment that a zip archive can tell.
EARLIEST = 315532800


def entries(folder):
    """The folder and all in it, each with its name in the archive."""
    paths = [folder, *sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix().encode())]
    return [(path, path.relative_to(folder.parent).as_posix()) for path in paths]


def mode_of(path):
    """Readable for all, and executable for all or nobody, whatever the umask was."""
    executable = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
    return 0o755 if executable else 0o644


def pack_tar(folder, archive, moment):
    def info_of(path, name):
        info = tarfile.TarInfo(name)
        info.mode, info.mtime = mode_of(path), moment
        if path.is_symlink():
            info.type, info.linkname = tarfile.SYMTYPE, os.readlink(path)
        elif path.is_dir():
            info.type = tarfile.DIRTYPE
        else:
            info.size = path.stat().st_size
        return info

    # No name and no time of its own in the head of the gzip file.
    with open(archive, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path, name in entries(folder):
                info = info_of(path, name)
                if info.isreg():
                    with open(path, "rb") as content:
                        tar.addfile(info, content)
                else:
                    tar.addfile(info)


def pack_zip(folder, archive, moment):
    date = time.gmtime(max(moment, EARLIEST))[:6]
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path, name in entries(folder):
            if path.is_dir():
                continue
            info = zipfile.ZipInfo(name, date)
            info.external_attr = (stat.S_IFREG | mode_of(path)) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            packed.writestr(info, path.read_bytes(), compresslevel=9)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("archive")
    arguments = parser.parse_args()
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", EARLIEST))
    folder = arguments.folder.resolve()
    if not folder.is_dir():
        parser.error(f"there is no folder '{arguments.folder}'")
    if arguments.archive.endswith(".tar.gz"):
        pack_tar(folder, arguments.archive, moment)
    elif arguments.archive.endswith(".zip"):
        pack_zip(folder, arguments.archive, moment)
    else:
        parser.error(f"'{arguments.archive}' is neither .tar.gz nor .zip")


if __name__ == "__main__":
    main()
