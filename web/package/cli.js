#!/usr/bin/env node
"use strict";
// `npx janggun`: the protocol on standard input and output.

const { serve } = require("./janggun.cjs");
const { version } = require("./package.json");

const HELP = `Janggun ${version}, an engine for Janggi, Twelve Janggi and CheDuk.

usage: janggun [--threads N]        speaks UCI on standard input and output; type help for its commands
       janggun bench [DEPTH]        counts the positions that a search visits
       janggun --help | --version

--threads N  search with N threads, 1 to 32; with 1 the build without threads runs`;

function parse(words) {
  const options = {};
  let commands = null;
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--help" || word === "-h") return { text: HELP };
    if (word === "--version" || word === "-V") return { text: `janggun ${version}` };
    if (word === "--threads") options.threads = Number(words.shift());
    else if (word === "bench") commands = [["bench", ...words.splice(0, 1)].join(" ")];
    else return { error: `there is no argument '${word}'; see janggun --help` };
  }
  return { options, commands };
}

const { text, error, options, commands } = parse(process.argv.slice(2));
if (text) {
  console.log(text);
} else if (error) {
  console.error(`janggun: ${error}`);
  process.exitCode = 2;
} else {
  // Whoever reads may have heard enough, as `head` has.
  process.stdout.on("error", () => process.exit(0));
  serve(options, commands, process.stdin, (line) => process.stdout.write(`${line}\n`)).then(
    () => process.stdout.write("", () => process.exit(0)),
    (failure) => {
      console.error(failure.message);
      process.exitCode = 2;
    },
  );
}
