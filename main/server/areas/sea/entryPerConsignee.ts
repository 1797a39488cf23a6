import { check } from '@contract/checked';
import { draftOf, freshOf } from '@contract/resource';
import { houseNo } from '@contract/rules/codes';
import { byConsignee, consignmentsOf } from '@contract/rules/consignees';
import { ENTRY_CURRENCY, typeLimit } from '@contract/rules/entryDuty';
import { toMinor } from '@contract/rules/money';
import { MAX_LINES } from '@contract/sea/entryParts';
import { type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { UsRate } from '@contract/sea/usRate';
import type * as z from 'zod';
import type { Context } from '../../core/context';
import { refuse, refuseFields } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { enteredConsignments } from './enteredConsignments';
import { consigneeOf, headOfAir, INFORMAL, linesOf } from './entryPrefill';
import { readRates } from './usRate';

type Line = SeaEntry['lines'][number];
const schema = draftOf(seaEntry.row, seaEntry.draft);
type EntryBody = z.output<typeof schema>;

/** The goods of a bill for one consignee. */
interface Consigned {
  readonly lines: readonly Line[];
  /** True above the value limit of informal entries. */
  readonly formal: boolean;
}

const cents = (amount: string | null): number => (amount === null ? 0 : toMinor(amount, ENTRY_CURRENCY));

const isOver = (lines: readonly Line[], limit: string | null): boolean =>
  limit !== null && lines.reduce((sum, { value }) => sum + cents(value), 0) > cents(limit);

/** The goods of a bill that no entry names yet, by consignee. */
async function consignedOf(
  db: Reader,
  billId: number,
  { day, rates }: { readonly day: string | null; readonly rates: readonly UsRate[] },
) {
  const entered = await enteredConsignments(db, billId, { states: ['cancelled'] });
  const lines = await linesOf(db, billId);
  const left = lines.filter(({ consignmentNo }) => consignmentNo === null || !entered.has(consignmentNo));
  const limit = day === null ? null : (typeLimit(rates, INFORMAL.entryType, day)?.maximum ?? null);
  const groups = byConsignee(left).map(
    (group): Consigned => ({ lines: group, formal: isOver(group, limit) }),
  );
  return {
    groups,
    counts: {
      entries: groups.length,
      formal: groups.filter(({ formal }) => formal).length,
      consignments: consignmentsOf(left).length,
      entered: consignmentsOf(lines).length - consignmentsOf(left).length,
    },
  };
}

/** Counts the entries that {@link createEach} would create. */
export async function countEach(db: Reader, billId: number) {
  const { entryDate = null } = await headOfAir(db, billId);
  return (await consignedOf(db, billId, { day: entryDate, rates: await readRates(db) })).counts;
}

/** The bills of an entry: one for each consignment, with its number where it fits a house bill. */
const billsOf = (head: Partial<SeaEntry>, lines: readonly Line[]): SeaEntry['bills'] => {
  const [master] = head.bills ?? [];
  if (!master) return [];
  return consignmentsOf(lines)
    .slice(0, 200)
    .map((no) => ({
      ...master,
      houseNo: houseNo.check(no) === undefined ? no : null,
      quantity: 1,
    }));
};

/** Gross weight of lines in whole kilograms, at least one; null if one is unknown. */
function weightOf(lines: readonly Line[]): number | null {
  let sum = 0;
  for (const { grossWeight } of lines) {
    if (grossWeight === null) return null;
    sum += grossWeight;
  }
  return Math.max(1, Math.round(sum));
}

/** Creates a draft for each consignee of a bill with `create`, which checks, numbers and logs it. */
export async function createEach(
  context: Context,
  billId: number,
  create: (body: EntryBody) => Promise<unknown>,
) {
  const { read } = context;
  const head = await headOfAir(read, billId);
  const rates = await readRates(read);
  const { groups, counts } = await consignedOf(read, billId, { day: head.entryDate ?? null, rates });
  if (groups.length === 0) throw refuse('ENTRY_NONE_LEFT');
  for (const { lines } of groups) {
    const name = lines[0]?.consigneeName ?? lines[0]?.consignmentNo ?? '';
    if (lines.length > MAX_LINES) throw refuse('ENTRY_LINES', { name, n: lines.length, max: MAX_LINES });
  }
  for (const { lines, formal } of groups) {
    const [first] = lines;
    const consignee = first && consigneeOf(first);
    const draft = check(schema, {
      ...freshOf(seaEntry),
      ...Object.fromEntries(
        Object.entries(head).filter(([name]) => seaEntry.draft.some((one) => one === name)),
      ),
      ...(formal ? {} : INFORMAL),
      ...(consignee?.name ? { consignee } : {}),
      bills: billsOf(head, lines),
      grossWeight: weightOf(lines),
      lines,
    });
    if (!draft.ok) throw refuseFields(draft.problems);
    await create(draft.value);
  }
  return counts;
}
