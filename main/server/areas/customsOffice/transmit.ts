import type { Bill } from '@contract/bill/bill';
import type { CustomsAccount } from '@contract/config/customsAccount';
import { customsAccount } from '@contract/config/customsAccount';
import type { Batch } from '@contract/customs/batch';
import { itemLineRow } from '@contract/customs/parcel';
import { problem } from '@contract/errors';
import { fromMinor } from '@contract/rules/money';
import type { Context } from '../../core/context';
import { throwIfRefused } from '../../core/record';
import { refuse, refuseFields } from '../../core/refusal';
import { codecOf } from '../../store/codec';
import { listed } from '../../store/dialect';
import { insertRows } from '../../store/insertRows';
import { step } from '../customs/batchSteps';
import { euRulesOf } from '../customs/customsDay';
import { proceduresUnder } from '../customs/parcelList';
import { type Consignment, h7Problem, h7Text, MAX_ITEMS } from './h7';

const accountCodec = codecOf(customsAccount.row);
const lineCodec = codecOf(itemLineRow);
/** Longest LRN (data element 12 09 001). */
const LRN_LENGTH = 22;

/** Loads the account to send through. Throws CUSTOMS_ACCOUNT_INACTIVE, and FORMAT for an unknown one. */
async function accountOf({ read }: Context, id: number): Promise<CustomsAccount> {
  const row = await read.selectFrom('customsAccount').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuseFields({ accountId: problem('REFERENCE_UNKNOWN', { value: String(id) }) });
  const account = accountCodec.decode(row);
  if (!account.active) throw refuse('CUSTOMS_ACCOUNT_INACTIVE', { account: account.name });
  return account;
}

/** The consignments of a declaration, without their numbers: each parcel, in parts of at most {@link MAX_ITEMS} items. */
async function consignmentsOf(
  { read, now }: Context,
  batch: Batch,
  bill: Bill,
  account: CustomsAccount,
): Promise<Omit<Consignment, 'lrn'>[]> {
  const parcels = await read
    .selectFrom('parcel')
    .selectAll()
    .where('billId', '=', bill.id)
    .where('batchId', '=', batch.id)
    .where('disposition', 'is', null)
    .orderBy('trackingNo')
    .execute();
  const lines = await read
    .selectFrom('itemLine')
    .selectAll()
    .where('parcelId', 'in', listed(parcels.map(({ id }) => id)))
    .orderBy('lineNo')
    .execute();
  const linesOf = Map.groupBy(lines, ({ parcelId }) => parcelId);
  const rules = await euRulesOf(read, { ...bill, declaredAt: batch.declaredAt }, now);
  return parcels.flatMap((parcel) => {
    const { currency, grossWeight, freight } = parcel;
    const items = (linesOf.get(parcel.id) ?? []).map((line) => lineCodec.decode({ ...line, currency }));
    const whole = {
      ...{ account, bill },
      procedures: proceduresUnder(rules, parcel, items),
      parcel: {
        ...parcel,
        grossWeight: grossWeight / 1000,
        freight: freight === null ? null : fromMinor(freight, currency),
      },
    };
    throwIfRefused(h7Problem({ ...whole, lines: items }));
    const parts = Math.ceil(items.length / MAX_ITEMS);
    return Array.from({ length: parts }, (_, part) => ({
      ...whole,
      lines: items.slice(part * MAX_ITEMS, (part + 1) * MAX_ITEMS),
    }));
  });
}

/** Numbers of the messages of a declaration: its own for a single one, else with a serial behind it. */
function lrnsOf(lrn: string, n: number): string[] {
  if (n === 1) return [lrn];
  const digits = String(n).length;
  if (lrn.length + 1 + digits > LRN_LENGTH)
    throw refuse('CUSTOMS_LRN_LONG', { n, max: LRN_LENGTH - 1 - digits });
  return Array.from({ length: n }, (_, at) => `${lrn}-${String(at + 1).padStart(digits, '0')}`);
}

/** Refuses numbers that another declaration has: customs takes each once. */
async function requireNewNumbers({ read }: Context, batch: Batch, lrns: readonly string[]): Promise<void> {
  const sent = await read
    .selectFrom('customsMessage')
    .select('lrn')
    .where('lrn', 'in', listed(lrns))
    .executeTakeFirst();
  const lodged = await read
    .selectFrom('batch')
    .select('lrn')
    .where('lrn', 'in', listed(lrns))
    .where('id', '!=', batch.id)
    .executeTakeFirst();
  const twin = sent?.lrn ?? lodged?.lrn;
  if (twin) throw refuseFields({ lrn: problem('LRN_USED', { lrn: twin }) });
}

/** Makes the messages of a lodged declaration, which are then sent by themselves. */
export const transmit = (
  context: Context,
  batchId: number,
  { version, accountId }: { readonly version: number; readonly accountId: number },
): Promise<Batch> =>
  step(context, batchId, 'transmit', version, async (batch, bill) => {
    const { write, now, caller } = context;
    const { lrn } = batch;
    if (lrn === null) throw refuse('CUSTOMS_NOT_H7');
    const account = await accountOf(context, accountId);
    const consignments = await consignmentsOf(context, batch, bill, account);
    if (consignments.length === 0) throw refuse('DECLARATION_EMPTY');
    const lrns = lrnsOf(lrn, consignments.length);
    await requireNewNumbers(context, batch, lrns);
    const rows = consignments.map((consignment, at) => {
      const own = lrns[at] ?? lrn;
      return {
        ...{ billId: bill.id, batchId: batch.id, accountId, batchLrn: lrn, lrn: own, mrn: null },
        ...{ trackingNo: consignment.parcel.trackingNo, items: consignment.lines.length },
        content: h7Text({ ...consignment, lrn: own }),
        ...{ state: 'queued' as const, standing: 'none' as const, attempts: 0 },
        ...{ nextAt: now, createdAt: now, createdBy: caller.id },
      };
    });
    await insertRows(write, 'customsMessage', rows);
    return {
      columns: {},
      details: { parcels: new Set(consignments.map((one) => one.parcel.trackingNo)).size },
    };
  });
