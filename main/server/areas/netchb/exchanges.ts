import { byName } from '../../store/byName';
import type { Writer } from '../../store/open';

/** A call about a message to customs: request, response and result. */
interface Exchange {
  readonly at: string;
  readonly operation: 'file' | 'status';
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly result: string;
  readonly request: string;
  readonly answer: string | null;
  /** True for a query that brought nothing new; it is counted with the previous one if that had the same result. */
  readonly repeats: boolean;
}

/** Keeps a call of a message, which `owner` names by the column and its id. */
export async function keepExchange(
  write: Writer,
  table: 'filingExchange' | 'customsExchange',
  owner: Readonly<Record<string, number>>,
  { repeats, ...columns }: Exchange,
): Promise<void> {
  const { at: lastAt, durationMs } = columns;
  const [[key, id] = ['', 0]] = Object.entries(owner);
  const db = byName(write);
  const last = repeats
    ? await db
        .selectFrom(table)
        .select(['id', 'operation', 'result', 'httpStatus', 'answer', 'times'])
        .where(key, '=', id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const same =
    last &&
    (['operation', 'result', 'httpStatus', 'answer'] as const).every((name) => last[name] === columns[name]);
  if (same)
    await db
      .updateTable(table)
      .set({ times: Number(last.times) + 1, lastAt, durationMs })
      .where('id', '=', last.id)
      .execute();
  else
    await db
      .insertInto(table)
      .values({ ...columns, ...owner, lastAt, times: 1 })
      .execute();
}
