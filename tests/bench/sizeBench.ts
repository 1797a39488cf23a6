import path from 'node:path';
import { addedBy, firstScreen, MOST_ADDED, MOST_FIRST } from '../../scripts/sizeBudget.mjs';
import type { Figure } from './figure';

const MB = 1_000_000;

/** Measures the compressed size of the first screen's code, and that of the packaged app beyond a bare Electron. */
export const sizeBench = ({ root, packaged }: { root: string; packaged: string }): Figure[] => [
  {
    name: 'size: scripts of the first screen, compressed',
    value: firstScreen(path.join(root, 'release/build/renderer')).total / MB,
    unit: 'MB',
    goal: MOST_FIRST / MB,
    rule: 'P13',
  },
  {
    name: 'size: what the package adds to a bare Electron',
    value: addedBy(path.join(path.dirname(packaged), 'resources')).total / MB,
    unit: 'MB',
    goal: MOST_ADDED / MB,
    rule: 'P13',
  },
];
