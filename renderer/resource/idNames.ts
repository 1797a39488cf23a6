import { type Question, useAnswers } from '../api/answers';
import { read } from '../api/queries';

/** Keys of records that a list can be asked for, though by nobody who types: what they stand for is called as here. */
const CALLED = {
  importJobId: (id: number) => ({
    ...read('fileJob', 'get', { params: { id } }),
    select: ({ fileName }: { fileName: string }) => fileName,
  }),
} as const;

/** How a key of a record is said among the filters; the key itself until its record has come, or where one may not read it. */
export function useIdNames(
  parts: Readonly<Record<string, unknown>>,
): (field: string, id: unknown) => string | undefined {
  const wanted = Object.entries(CALLED).flatMap(([field, query]) =>
    [parts[field] ?? []].flat().map((id) => ({ field, id, query: query(id as number) })),
  );
  const names = useAnswers(wanted.map(({ query }) => query as Question<unknown> as Question<string>));
  return (field, id) => names[wanted.findIndex((one) => one.field === field && one.id === id)]?.data;
}
