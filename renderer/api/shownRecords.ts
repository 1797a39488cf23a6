import { answersRecord } from '@contract/answered';
import { onAnswered } from './client';
import { queryClient } from './queries';

interface Versioned {
  readonly id: number;
  readonly version: number;
}
const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value;

/** Returns cached data with a newer version of a record in it; the same data if it has no older one. */
function withNewer(data: unknown, newer: Versioned): unknown {
  if (typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list)) {
    const shown: readonly unknown[] = data.list;
    const list = shown.map((row) => withNewer(row, newer));
    return list.some((row, at) => row !== shown[at]) ? { ...data, list } : data;
  }
  if (!isVersioned(data) || data.id !== newer.id || data.version >= newer.version) return data;
  const known = Object.entries(newer).filter(([name]) => name in data);
  return { ...data, ...Object.fromEntries(known) };
}

/** Calls whose cached answers show records. */
const SHOWS: ReadonlySet<unknown> = new Set(['get', 'list']);

/**
 * Shows the answer of a write at once wherever an older version of its record is shown. Until that was read again, the
 * next action on it would be refused as if somebody else had changed the record.
 */
export function showAnswers(): void {
  onAnswered((name, answer) => {
    if (!isVersioned(answer) || !answersRecord(name)) return;
    queryClient.setQueriesData(
      { queryKey: [name.split('.')[0]], predicate: ({ queryKey }) => SHOWS.has(queryKey[1]) },
      (data: unknown) => withNewer(data, answer),
    );
  });
}
