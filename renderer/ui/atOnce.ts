/**
 * For all that drops down: it comes and goes at once. The library hands the focus back when the going ends, whoever has it by
 * then: who pressed Escape and went on would be taken out of the next field, or out of a palette that is in front.
 */
export const atOnce = { transitionDuration: 0 } as const;

/** A list to choose from, beneath its field and as wide as that. */
export const listBelow = { ...atOnce, minimal: true, matchTargetWidth: true } as const;
