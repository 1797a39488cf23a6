import type { TextTable } from './table';

export function* textsOf(
  table: TextTable,
  places: readonly number[],
  header: number,
  most: number,
): Generator<string> {
  const end = Math.min(table.rowCount, header + most);
  for (const at of places) for (let row = header + 1; row < end; row++) yield table.text(row, at);
}
