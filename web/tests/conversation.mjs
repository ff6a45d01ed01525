// A conversation with an engine, for tests and tools.

/** A conversation with any engine that takes lines: waits for events, never for a time. */
export class Conversation {
  constructor(send) {
    this.send = send;
    this.lines = [];
    this.waiting = null;
  }

  hear(line) {
    this.lines.push(line);
    if (this.waiting && this.waiting.pattern.test(line)) {
      const { resolve, from } = this.waiting;
      this.waiting = null;
      resolve(this.lines.slice(from));
    }
  }

  /** All lines from now on to one that fits. */
  until(pattern) {
    return new Promise((resolve) => (this.waiting = { pattern, resolve, from: this.lines.length }));
  }

  /** Says lines and hears the answer. */
  ask(lines, pattern) {
    const answer = this.until(pattern);
    for (const line of [].concat(lines)) this.send(line);
    return answer;
  }
}
