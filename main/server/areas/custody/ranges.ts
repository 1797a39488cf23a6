/** Ids as ranges of consecutive ones, as JSON: a file gives its boxes consecutive ids, so a whole bill is one range. */
export function rangesOf(ids: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const range = ranges.at(-1);
    if (range && range[1] === id - 1) range[1] = id;
    else ranges.push([id, id]);
  }
  return JSON.stringify(ranges);
}

/** The ranges of {@link rangesOf}. */
export const parseRanges = (members: string): readonly (readonly [number, number])[] => JSON.parse(members);

/** True if an id is in the ranges. */
export const isMember = (members: string, id: number): boolean =>
  parseRanges(members).some(([from, to]) => id >= from && id <= to);

/** All ids in the ranges, ascending. */
export function* idsIn(members: string): Generator<number> {
  for (const [from, to] of parseRanges(members)) for (let id = from; id <= to; id += 1) yield id;
}
