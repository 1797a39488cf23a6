/**
 * All that the page begins with: the app is asked for once the outline is to be seen. Read at once, it would run before the
 * first frame, and hold it up by as long as it takes. Where no frame comes, as in a window that nobody sees, it is asked for
 * all the same.
 */
const read = () => void import('./main');
new PerformanceObserver(read).observe({ type: 'paint', buffered: true });
setTimeout(read, 1000);
