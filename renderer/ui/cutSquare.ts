/** A picture's size, in its own pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}
/** A square part of a picture, in whole pixels of it. */
export interface Square {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A square of fewer pixels would only be blown up. */
const SMALLEST = 48;

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
const largest = ({ width, height }: Frame): number => Math.min(width, height);

/** The sizes that a square of a picture may have. */
export const sizesOf = (frame: Frame): { least: number; most: number } => ({
  least: Math.min(SMALLEST, largest(frame)),
  most: largest(frame),
});

/** The largest square, in the middle of the picture. */
export function middleOf(frame: Frame): Square {
  const size = largest(frame);
  return { x: Math.floor((frame.width - size) / 2), y: Math.floor((frame.height - size) / 2), size };
}

/** The square moved by so many pixels of the picture, as far as it goes. */
export function moved(frame: Frame, { x, y, size }: Square, right: number, down: number): Square {
  return {
    x: within(Math.round(x + right), 0, frame.width - size),
    y: within(Math.round(y + down), 0, frame.height - size),
    size,
  };
}

/** The square in another size about its middle, as large or small as may be, and inside the picture. */
export function sized(frame: Frame, square: Square, wanted: number): Square {
  const { least, most } = sizesOf(frame);
  const size = within(Math.round(wanted), least, most);
  const by = (square.size - size) / 2;
  return moved(frame, { ...square, size }, by, by);
}
