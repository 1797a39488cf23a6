/** Returns a function that numbers documents by prefix and day, in the order of the calls. */
export function numbering(): (prefix: string, at: string) => string {
  const last = new Map<string, number>();
  return (prefix, at) => {
    const start = `${prefix}${at.slice(0, 10).replaceAll('-', '')}`;
    const next = (last.get(start) ?? 0) + 1;
    last.set(start, next);
    return `${start}-${String(next).padStart(4, '0')}`;
  };
}
