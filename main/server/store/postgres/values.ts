/** Kinds of PostgreSQL that are numbers (whole ones, fractions and sums), and truths. */
const NUMBERS = [20, 21, 23, 700, 701, 1700];
const TRUTH = 16;

/** The store's numbers and truths, as SQLite gives them: numbers, and 1 or 0. JSON stays the text that it is. */
export const valueTypes = {
  getTypeParser:
    (type: number) =>
    (value: unknown): unknown => {
      const text = String(value);
      if (NUMBERS.includes(type)) return Number(text);
      return type === TRUTH ? Number(text === 't') : text;
    },
};
