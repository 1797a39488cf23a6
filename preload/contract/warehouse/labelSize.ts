import { choice } from '../fields';
import { namesOf } from '../names';

/** Label sizes, the smallest first: width and height in millimetres. */
export const labelSizes = {
  '62x29': [62, 29],
  '100x50': [100, 50],
  '100x100': [100, 100],
  '100x150': [100, 150],
} as const satisfies Record<string, readonly [width: number, height: number]>;
export type LabelSize = keyof typeof labelSizes;
export const labelSize = choice('labelSize', namesOf(labelSizes));
