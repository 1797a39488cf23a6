/**
 * All that the page begins with: the app is asked for once the outline has been drawn. Read at once, it would run before the
 * first frame, and hold it up by as long as it takes. Where no frame is drawn, as in a window that nobody sees, it comes
 * all the same.
 */
const read = () => void import('./main');
requestAnimationFrame(() => setTimeout(read));
setTimeout(read, 400);
