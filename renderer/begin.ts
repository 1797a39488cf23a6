/**
 * The policy of the page forbids building code from text, which zod would else try with the first shape that is made: it is told
 * here, since shapes are made in files that are read before those which use them.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/**
 * All that the page begins with: the app is asked for once the outline is to be seen. Run at once, it would hold up the first
 * frame by as long as it takes. Where no frame comes, as in a window that nobody sees, it is asked for all the same.
 */
const read = () => void import('./main');
new PerformanceObserver(read).observe({ type: 'paint', buffered: true });
setTimeout(read, 1000);
