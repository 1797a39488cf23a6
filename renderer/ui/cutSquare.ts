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

/** Minimum size in pixels; a smaller square would only be enlarged. */
const SMALLEST = 48;

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
const largest = ({ width, height }: Frame): number => Math.min(width, height);

/** Returns the minimum and maximum size of a square of a picture. */
export const sizesOf = (frame: Frame): { least: number; most: number } => ({
  least: Math.min(SMALLEST, largest(frame)),
  most: largest(frame),
});

/** The largest square, in the middle of the picture. */
export function middleOf(frame: Frame): Square {
  const size = largest(frame);
  return { x: Math.floor((frame.width - size) / 2), y: Math.floor((frame.height - size) / 2), size };
}

/** Returns the square moved by a number of pixels of the picture, kept inside it. */
export function moved(frame: Frame, { x, y, size }: Square, right: number, down: number): Square {
  return {
    x: within(Math.round(x + right), 0, frame.width - size),
    y: within(Math.round(y + down), 0, frame.height - size),
    size,
  };
}

/** Returns the square resized about its centre, within the allowed sizes and inside the picture. */
export function sized(frame: Frame, square: Square, wanted: number): Square {
  const { least, most } = sizesOf(frame);
  const size = within(Math.round(wanted), least, most);
  const by = (square.size - size) / 2;
  return moved(frame, { ...square, size }, by, by);
}
