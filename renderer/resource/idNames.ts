import { useAnswers } from '../api/answers';
import { read } from '../api/queries';
import { idsIn } from '../kinds/recordId';

/** Record ids that a link, never a user, sets as filters, with the query that reads the record's name. */
const NAME_QUERIES = {
  importJobId: (id: number) => read('fileJob', 'get', { params: { id } }),
} as const;

/** Returns a record's name for a filter chip; undefined (the chip then shows the id) until it could be read. */
export function useIdNames(
  parts: Readonly<Record<string, unknown>>,
): (field: string, id: unknown) => string | undefined {
  const wanted = Object.entries(NAME_QUERIES).flatMap(([field, query]) =>
    idsIn(parts[field]).map((id) => ({ field, id, query: query(id) })),
  );
  const names = useAnswers(wanted.map(({ query }) => query));
  return (field, id) =>
    names[wanted.findIndex((one) => one.field === field && one.id === id)]?.data?.fileName;
}
