/** Returns the items of a list stored as JSON; throws for anything else, which no codec writes. */
function itemsIn(json: string): readonly unknown[] {
  const found: unknown = JSON.parse(json);
  if (!Array.isArray(found)) throw new TypeError('a stored list is no list');
  return found;
}

/** Returns the texts of a list stored as JSON, for example of email addresses or file ids. */
export const textsIn = (json: string): string[] => itemsIn(json).filter((item) => typeof item === 'string');

/** Returns the numbers of a list stored as JSON, for example of the ids of warehouses. */
export const numbersIn = (json: string): number[] => itemsIn(json).filter((item) => typeof item === 'number');
