/**
 * Disables the animation of drop-downs. The library returns the focus at the end of the closing animation, regardless
 * of where it is: a user who pressed Escape and moved on would be taken out of the next field or the palette.
 */
export const atOnce = { transitionDuration: 0 } as const;

/** Options of a list below its field, with the same width. */
export const listBelow = { ...atOnce, minimal: true, matchTargetWidth: true } as const;
