// Lines on their way to a worker that is busy searching and cannot receive messages. Every line is also posted as a message with the
// same number; whichever arrives first counts. A line that does not fit is only posted.
//
// One side writes, the other reads: the host owns SENT and TAIL, the worker owns HEAD.

const RING_BYTES = 1 << 16;
const RING_HEADER = 16;
const SENT = 0;
const HEAD = 1;
const TAIL = 2;

/** What the engine hears instead of the length of a line; the same numbers are in `web/engine/src/host.rs`. */
const NOTHING = -1;
const END = -2;
const UNREADABLE = -3;

class LineRing {
  constructor(shared) {
    this.shared = shared;
    this.header = new Int32Array(shared, 0, RING_HEADER / 4);
    this.bytes = new Uint8Array(shared, RING_HEADER);
  }

  static create() {
    return new LineRing(new SharedArrayBuffer(RING_HEADER + RING_BYTES));
  }

  /** Adds line number `number`; `null` is the end of the input. */
  push(number, line) {
    const tail = this.header[TAIL];
    const room = RING_BYTES - (tail - Atomics.load(this.header, HEAD));
    const size = 8 + (line ? line.length : 0);
    if (size <= room) {
      this.writeNumber(tail, number);
      this.writeNumber(tail + 4, line ? line.length : END);
      for (let i = 0; line && i < line.length; i++) this.bytes[(tail + 8 + i) % RING_BYTES] = line[i];
      Atomics.store(this.header, TAIL, tail + size);
    }
    Atomics.store(this.header, SENT, number);
  }

  /** The line after number `last`, `END`, `NOTHING`, or `UNREADABLE` if it must be received as a message. */
  pull(last) {
    for (;;) {
      const head = this.header[HEAD];
      if (head === Atomics.load(this.header, TAIL)) {
        return Atomics.load(this.header, SENT) > last ? UNREADABLE : NOTHING;
      }
      const number = this.readNumber(head);
      const length = this.readNumber(head + 4);
      if (number > last + 1) return UNREADABLE;
      const end = head + 8 + Math.max(length, 0);
      if (number === last + 1) {
        const line = length === END ? END : this.copy(head + 8, length);
        Atomics.store(this.header, HEAD, end);
        return line;
      }
      // It came as a message before.
      Atomics.store(this.header, HEAD, end);
    }
  }

  copy(from, length) {
    const line = new Uint8Array(length);
    for (let i = 0; i < length; i++) line[i] = this.bytes[(from + i) % RING_BYTES];
    return line;
  }

  writeNumber(at, value) {
    for (let i = 0; i < 4; i++) this.bytes[(at + i) % RING_BYTES] = value >> (8 * i);
  }

  readNumber(at) {
    let value = 0;
    for (let i = 0; i < 4; i++) value |= this.bytes[(at + i) % RING_BYTES] << (8 * i);
    return value;
  }
}
