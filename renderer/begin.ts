/**
 * Because the page's policy forbids generating code from text, which zod tries with the first schema. Set here, since
 * modules that create schemas are loaded before those that use them.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/**
 * Loads the app after the first frame: loading it at once would delay that frame by the time the loading takes. A
 * window that is not visible draws no frame; a timer loads the app there.
 */
const read = () => void import('./main');
new PerformanceObserver(read).observe({ type: 'paint', buffered: true });
setTimeout(read, 1000);
