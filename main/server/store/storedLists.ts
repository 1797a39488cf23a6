/** Returns the items of a list stored as JSON; throws where it is no list, or an item is of another type. */
function itemsIn<T>(json: string, isItem: (item: unknown) => item is T, type: string): T[] {
  const items: unknown = JSON.parse(json);
  if (isList(items) && items.every(isItem)) return items;
  throw new TypeError(`a stored list is no list of ${type}`);
}

// Array.isArray alone would make the items of any type.
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isText = (item: unknown) => typeof item === 'string';
const isNumber = (item: unknown) => typeof item === 'number';

/** Returns the texts of a list stored as JSON, for example of email addresses or file ids. */
export const storedTexts = (json: string): string[] => itemsIn(json, isText, 'texts');

/** Returns the numbers of a list stored as JSON, for example of the ids of warehouses. */
export const storedNumbers = (json: string): number[] => itemsIn(json, isNumber, 'numbers');
