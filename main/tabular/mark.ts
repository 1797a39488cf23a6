import type { Stats } from 'node:fs';

/** Which file it is and in which state: another in its place, or the same one changed, has another mark. */
export const markOf = ({ dev, ino, size, mtimeMs }: Stats): string => [dev, ino, size, mtimeMs].join(':');
