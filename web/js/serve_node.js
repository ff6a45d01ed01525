// The protocol over streams, for the command line.

const LINE_BREAK = 10;

/** Passes lines of `input`, or just `commands`, to an engine until it quits. Lines stay bytes: what is not text is the engine's business. */
async function serve(options, commands, input, print) {
  const host = new Host(platform, options);
  host.listeners.add(print);
  await host.start();
  const quit = new Promise((resolve) => (host.onquit = resolve));
  if (commands) {
    commands.forEach((line) => host.send(line));
    host.end();
  } else {
    let rest = [];
    input.on("data", (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, from)) {
        host.send(new Uint8Array(Buffer.concat([...rest, chunk.subarray(from, at)])));
        rest = [];
        from = at + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    });
    input.on("end", () => {
      if (rest.length > 0) host.send(new Uint8Array(Buffer.concat(rest)));
      host.end();
    });
  }
  await quit;
}
