import { setFlagsFromString } from 'node:v8';

/**
 * Must be loaded first: while a program is parsed, V8 would let the space for new objects grow to tens of megabytes,
 * and keep it long after. In the desktop's processes it stays at its initial size. Their threads, which read large
 * files, have their own limit; the team server, which serves many requests at once, keeps V8's default.
 */
if (process.type) setFlagsFromString('--semi-space-growth-factor=1');
