/** PostgreSQL type ids of numbers (integers, fractions and sums) and of booleans. */
const NUMBERS = [20, 21, 23, 700, 701, 1700];
const TRUTH = 16;

/** Converts numbers and booleans to the values that SQLite returns: numbers, and 1 or 0. JSON stays text. */
export const valueTypes = {
  getTypeParser:
    (type: number) =>
    (value: unknown): unknown => {
      const text = String(value);
      if (NUMBERS.includes(type)) return Number(text);
      return type === TRUTH ? Number(text === 't') : text;
    },
};
