import type { Stats } from 'node:fs';

/** Identity and state of a file: one that was replaced or changed has another mark. */
export const markOf = ({ dev, ino, size, mtimeMs }: Stats): string => [dev, ino, size, mtimeMs].join(':');
