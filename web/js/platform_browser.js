// Pages and workers of browsers.

/** `directory` is where the files of the package lie. */
function browserPlatform(directory) {
  const locate = (name, options) => {
    const found = options.locateFile ? options.locateFile(name, directory) : directory + name;
    return new URL(found, globalThis.location && globalThis.location.href).href;
  };
  return {
    canShare: globalThis.crossOriginIsolated === true,
    canSignal: typeof URL.createObjectURL === "function",
    load: (build, options) => compileOnce(locate(`janggun.${build}.wasm`, options), fetchBytes),
    worker(options) {
      return browserWorker(locate("janggun.worker.js", options));
    },
  };
}

async function fetchBytes(address) {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`janggun: ${address} answers ${response.status}; put the file there, or tell with locateFile where it is`);
  }
  // Servers that do not know WebAssembly's type, and there are many, are no obstacle.
  return response.arrayBuffer();
}

function browserWorker(address) {
  let loader = null;
  if (new URL(address).origin !== globalThis.location.origin && !address.startsWith("blob:")) {
    // A worker must come from the page's own origin, but may import a script from anywhere, say a CDN.
    loader = URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(address)})`], { type: "text/javascript" }));
  }
  const worker = new Worker(loader || address);
  return {
    post: (message, transferred) => worker.postMessage(message, transferred),
    listen(onMessage, onError) {
      worker.onmessage = (event) => {
        if (loader) URL.revokeObjectURL(loader);
        loader = null;
        onMessage(event.data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        onError(event.message || `the worker ${address} could not be loaded`);
      };
    },
    terminate: () => worker.terminate(),
  };
}
