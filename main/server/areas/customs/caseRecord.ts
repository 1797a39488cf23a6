import { asRecord } from '@contract/access/changes';
import { type AbnormalCase, caseMachine, caseRow } from '@contract/customs/abnormalCase';
import { sql } from 'kysely';
import type { Context } from '../../core/context';
import { record } from '../../core/record';
import { refuse } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { readBill, refreshBill } from '../bill/billFacts';
import { logBill } from '../bill/billHistory';

const codec = codecOf(caseRow);

/** A case, with what is stored beside its row. */
export interface StoredCase {
  readonly row: AbnormalCase;
  readonly photos: readonly string[];
}

/** Reads a case. Throws NOT_FOUND. */
export async function readCase(db: Reader, id: number): Promise<StoredCase> {
  const { rows } = await sql<{ photos: string }>`select * from caseOfBill where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  return { row: codec.decode(row), photos: storedTexts(row.photos) };
}

export const abnormalCases = record({
  table: 'abnormalCase',
  row: caseRow,
  machine: caseMachine,
  load: ({ read }, id: number) => readCase(read, id),
  about: ({ row }) => ({ row, facts: row }),
});

/** Logs a change of a case, also on its bill. */
export async function logCase(
  context: Context,
  action: 'create' | 'update' | 'send',
  row: AbnormalCase,
  before?: object,
): Promise<void> {
  await context.log({
    module: 'bill',
    action,
    objectType: 'abnormalCase',
    objectId: row.id,
    objectNo: row.caseNo,
    before,
    after: row,
  });
  const { id, ...bill } = await readBill(context.write, row.billId);
  await logBill(
    context,
    'update',
    { id, ...bill },
    {
      before: before ? { caseState: asRecord(before).state } : {},
      after: { caseState: row.state },
      remark: [row.caseNo, row.resolution ?? row.description].filter(Boolean).join(': ').slice(0, 500),
    },
  );
}

/** Writes fields of a case, and columns outside its row; returns the updated case. */
export async function changeCase(
  context: Context,
  before: AbnormalCase,
  values: Partial<AbnormalCase>,
  columns: Readonly<Record<string, string | number | null>> = {},
  action: 'update' | 'send' = 'update',
): Promise<AbnormalCase> {
  const { write } = context;
  await abnormalCases.save(context, before, values, columns);
  await refreshBill(write, before.billId);
  const { row } = await readCase(write, before.id);
  await logCase(context, action, row, before);
  return row;
}
