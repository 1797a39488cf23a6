import { setFlagsFromString } from 'node:v8';

/**
 * Loaded before anything else: while a program is read, V8 would let the space for new objects grow to tens of megabytes,
 * and keep it long after. In the processes of the desktop it stays as it begins. Their threads, which read large files, are
 * given their own; the team's server, which answers many at once, has what it wants.
 */
if (process.type) setFlagsFromString('--semi-space-growth-factor=1');
