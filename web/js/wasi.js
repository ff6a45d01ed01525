// As much of WASI (preview 1) as Rust's standard library asks for: clocks, random numbers, and what a panic writes to standard error.
// There are no files.

const SUCCESS = 0;
const BAD_FILE = 8;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 58;
const STDERR = 2;
const REALTIME = 0;

/** A program that ended itself. */
class Exit extends Error {}

/** The functions of the module `wasi_snapshot_preview1`; `stderr` is called with pieces of text. */
function wasiImports(memory, stderr) {
  const view = () => new DataView(memory().buffer);
  const bytes = (at, length) => new Uint8Array(memory().buffer, at, length);
  const decoder = new TextDecoder();
  // Threads compare times, and each worker counts from its own start.
  const origin = performance.timeOrigin;

  return {
    environ_get: () => SUCCESS,
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    clock_time_get(clock, _precision, at) {
      const milliseconds = clock === REALTIME ? Date.now() : origin + performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1000)) * 1000n, true);
      return SUCCESS;
    },
    random_get(at, length) {
      // Shared memory is refused by `getRandomValues`, and so is very much at once.
      for (let done = 0; done < length; done += 1024) {
        bytes(at + done, Math.min(1024, length - done)).set(crypto.getRandomValues(new Uint8Array(Math.min(1024, length - done))));
      }
      return SUCCESS;
    },
    fd_write(file, vectors, count, written) {
      let total = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(vectors + 8 * i, true);
        const length = view().getUint32(vectors + 8 * i + 4, true);
        // A decoder takes no shared memory.
        if (file === STDERR) stderr(decoder.decode(bytes(at, length).slice()));
        total += length;
      }
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    proc_exit(code) {
      throw new Exit(`the engine has ended itself with code ${code}`);
    },
    sched_yield: () => SUCCESS,
    poll_oneoff: () => NOT_SUPPORTED,
    fd_close: () => BAD_FILE,
    fd_fdstat_get: () => BAD_FILE,
    fd_prestat_get: () => BAD_FILE,
    fd_prestat_dir_name: () => BAD_FILE,
    fd_read: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    path_filestat_get: () => NO_ENTRY,
    path_open: () => NO_ENTRY,
  };
}
