import type { Bill } from '@contract/bill/bill';
import { type HsSummary, hsLineFilters, hsLineRow } from '@contract/customs/hsCheck';
import { hsCode } from '@contract/customs/hsCode';
import { explain, type Problem, problem } from '@contract/errors';
import { USE_CAP } from '@contract/resource';
import type { HsUse } from '@contract/rules/customs';
import {
  checkHsLine,
  type HsFinding,
  type KnownCode,
  type KnownCodes,
  worstOf,
} from '@contract/rules/hsLine';
import { type EuRules, roughEuros } from '@contract/rules/lowValue';
import { fromMinor } from '@contract/rules/money';
import type { MessageCode } from '@contract/words';
import type { Context, GroupHandlers } from '../../core/context';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';
import { EXAMPLES } from '../../core/uses';
import { listed } from '../../store/dialect';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader, Writer } from '../../store/open';
import { readBill } from '../bill/billFacts';
import { addEvent, logBill } from '../bill/billHistory';
import { euRulesOf, isAmerican } from './customsDay';
import { readOpenBill } from './openBill';

/**
 * Commodity codes: those of eight and ten digits belong to one of six, and bounds must be in order. A heading that
 * TARIC pads with zeros (`0101000000`) is above all codes of six digits.
 */
export const hsCodeHandlers = crudHandlers(hsCode, {
  check: async ({ read }, { code, minUnitValue, maxUnitValue }) => {
    if (typeof minUnitValue === 'number' && typeof maxUnitValue === 'number' && minUnitValue > maxUnitValue)
      throw refuseFields({ minUnitValue: problem('HS_BOUNDS') });
    const six = String(code).slice(0, 6);
    if (six === code || /^\d{4}0{6}$/.test(String(code))) return;
    const parent = await read.selectFrom('hsCode').select('id').where('code', '=', six).executeTakeFirst();
    if (!parent) throw refuseFields({ code: problem('HS_INVALID', { code: six }) });
  },
  uses: async ({ read }, { code }) => {
    const six = String(code);
    if (six.length > 6) return [];
    const below = await read
      .selectFrom('hsCode')
      .select('code')
      .where('code', '>', six)
      .where('code', '<', `${six}:`)
      .orderBy('code')
      .limit(USE_CAP)
      .execute();
    if (below.length === 0) return [];
    const examples = below.slice(0, EXAMPLES).map((one) => one.code);
    return [{ object: 'hsCode', count: below.length, capped: below.length === USE_CAP, examples }];
  },
});

/** Loads the codes, of any length, of goods that may not be declared as low value. */
export async function restrictedCodes(db: Reader): Promise<(code: string) => boolean> {
  const rows = await db
    .selectFrom('hsCode')
    .select('code')
    .where('restricted', '!=', 'none')
    .where('active', '=', 1)
    .execute();
  const codes = new Set(rows.map(({ code }) => code));
  const lengths = [...new Set(rows.map(({ code }) => code.length))];
  return (code) => lengths.some((length) => codes.has(code.slice(0, length)));
}

/** The active codes for the place of clearance: its own tariff first, then the worldwide nomenclature. */
export async function knownCodes(db: Reader, bill: Pick<Bill, 'clearanceType'>): Promise<KnownCodes> {
  const rows = await db
    .selectFrom('hsCode')
    .select(['code', 'region', 'restricted', 'restrictionNote', 'minUnitValue', 'maxUnitValue'])
    .where('region', 'in', ['WCO', isAmerican(bill) ? 'US' : 'EU'])
    .where('active', '=', 1)
    .execute();
  const scaled = (value: number | null) => (value === null ? null : value / 1000);
  const known = new Map<string, KnownCode>();
  for (const worldwide of [true, false]) {
    for (const row of rows) {
      if ((row.region === 'WCO') !== worldwide) continue;
      known.set(row.code, {
        restricted: row.restricted,
        restrictionNote: row.restrictionNote,
        minUnitValue: scaled(row.minUnitValue),
        maxUnitValue: scaled(row.maxUnitValue),
      });
    }
  }
  return { find: (code) => known.get(code) };
}

interface CheckedLine {
  readonly id: number;
  readonly parcelId: number;
  readonly hsCode: string;
  readonly nameEn: string;
  readonly unitPrice: number;
  readonly currency: string;
  readonly declarationSystem: 'DECO' | 'AGS';
  readonly hsStatus: string;
  readonly hsProblem: string | null;
  readonly hsMessage: string | null;
  readonly fixReason: string | null;
}

const linesOf = (db: Reader, billId: number) =>
  db
    .selectFrom('hsLine')
    .select([
      'id',
      'parcelId',
      'hsCode',
      'nameEn',
      'unitPrice',
      'currency',
      'declarationSystem',
      'hsStatus',
      'hsProblem',
      'hsMessage',
      'fixReason',
    ])
    .where('billId', '=', billId);

const purposeOf = (bill: Bill, { declarationSystem }: CheckedLine): HsUse =>
  isAmerican(bill) ? 'usEntry' : declarationSystem === 'AGS' ? 'ags' : 'deco';

function judge(line: CheckedLine, bill: Bill, known: KnownCodes, rules: EuRules): HsFinding {
  const price = Number(fromMinor(line.unitPrice, line.currency));
  const found = checkHsLine(
    {
      hsCode: line.hsCode,
      nameEn: line.nameEn,
      use: purposeOf(bill, line),
      unitValue: roughEuros(price, line.currency, rules),
    },
    known,
  );
  // An issue that a broker accepted with a reason stays accepted, as long as the same one is found.
  const ignored = line.fixReason !== null && line.hsProblem === found.problem?.code;
  return ignored ? { status: 'success', problem: found.problem } : found;
}

/** Writes changed findings to lines, one statement for each finding, and to their parcels. */
async function writeFindings(
  write: Writer,
  lines: readonly CheckedLine[],
  findings: readonly HsFinding[],
): Promise<void> {
  const byFinding = new Map<string, { finding: HsFinding; ids: number[] }>();
  const byParcel = new Map<number, HsFinding['status'][]>();
  lines.forEach((line, index) => {
    const finding = findings[index];
    if (!finding) return;
    byParcel.set(line.parcelId, [...(byParcel.get(line.parcelId) ?? []), finding.status]);
    const key = JSON.stringify(finding);
    const group = byFinding.get(key) ?? { finding, ids: [] };
    group.ids.push(line.id);
    byFinding.set(key, group);
  });
  for (const { finding, ids } of byFinding.values()) {
    const { status, problem: found } = finding;
    const columns = {
      hsStatus: status,
      hsProblem: found?.code ?? null,
      hsMessage: found?.params ? JSON.stringify(found.params) : null,
    };
    await write.updateTable('itemLine').set(columns).where('id', 'in', listed(ids)).execute();
  }
  const byStatus = new Map<HsFinding['status'], number[]>();
  for (const [parcelId, statuses] of byParcel) {
    const worst = worstOf(statuses) as HsFinding['status'];
    byStatus.set(worst, [...(byStatus.get(worst) ?? []), parcelId]);
  }
  for (const [hsStatus, ids] of byStatus)
    await write
      .updateTable('parcel')
      .set({ hsStatus })
      .where('id', 'in', listed(ids))
      .where('hsStatus', '!=', hsStatus)
      .execute();
}

/** Counts the lines of a bill by status. */
async function summaryOf(db: Reader, billId: number): Promise<HsSummary> {
  const bill = await readBill(db, billId);
  const rows = await db
    .selectFrom('hsLine')
    .select(['hsStatus', (n) => n.fn.countAll<number>().as('n')])
    .where('billId', '=', billId)
    .groupBy('hsStatus')
    .execute();
  const counts = { unprocessed: 0, success: 0, failed: 0, exception: 0 };
  for (const { hsStatus, n } of rows) counts[hsStatus] += n;
  const lines = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { lines, ...counts, checkedAt: bill.hsCheckedAt };
}

/** Checks every line of a bill against the code table, and stores the findings on lines, parcels and the bill. */
export async function checkHsOfBill(
  { write, now }: Pick<Context, 'write' | 'now'>,
  bill: Bill,
): Promise<HsSummary> {
  const known = await knownCodes(write, bill);
  const rules = await euRulesOf(write, bill, now);
  const lines = await linesOf(write, bill.id).execute();
  await writeFindings(
    write,
    lines,
    lines.map((line) => judge(line, bill, known, rules)),
  );
  await write.updateTable('bill').set({ hsCheckedAt: now }).where('id', '=', bill.id).execute();
  return summaryOf(write, bill.id);
}

/** Translates a finding into the caller's language. */
function messageOf(
  context: Pick<Context, 'language'>,
  code: string | null,
  params: string | null,
): string | null {
  if (code === null) return null;
  const found: Problem = { code: code as MessageCode, ...(params ? { params: JSON.parse(params) } : {}) };
  return explain(context.language, found, { field: 'hsCode' });
}

const stored = hsLineRow.omit({ message: true }).extend({ hsMessage: hsLineRow.shape.message });
const list: ListDefinition<typeof stored> = {
  table: 'hsLine',
  row: stored,
  filters: hsLineFilters,
  keyword: ['hsCode', 'trackingNo', 'boxNo', 'nameEn'],
  order: 'id',
  always: (where, query) => [where('billId', '=', Number(query.billId))],
};

/** Loads the requested lines of the bill, and all that are alike; returns unknown ids separately. */
async function chosenLines(
  db: Reader,
  billId: number,
  { lineIds, alike }: { lineIds: readonly number[]; alike: boolean },
): Promise<{ lines: CheckedLine[]; unknown: number[] }> {
  const chosen = await linesOf(db, billId).where('id', 'in', listed(lineIds)).execute();
  const known = new Set(chosen.map(({ id }) => id));
  const unknown = lineIds.filter((id) => !known.has(id));
  if (!alike || chosen.length === 0) return { lines: chosen, unknown };
  const codes = [...new Set(chosen.map((line) => line.hsCode))];
  const all = await linesOf(db, billId).where('hsCode', 'in', listed(codes)).execute();
  const kinds = new Set(chosen.map((line) => `${line.hsCode} ${line.hsProblem}`));
  return { lines: all.filter((line) => kinds.has(`${line.hsCode} ${line.hsProblem}`)), unknown };
}

/** Sets parcels to the worst status of all their lines, of which only some may have changed. */
async function refreshParcels(write: Writer, billId: number, parcelIds: readonly number[]): Promise<void> {
  const ids = new Set(parcelIds);
  const lines = await write
    .selectFrom('hsLine')
    .select(['parcelId', 'hsStatus'])
    .where('billId', '=', billId)
    .execute();
  const statuses = new Map<number, HsFinding['status'][]>();
  for (const { parcelId, hsStatus } of lines) {
    if (!ids.has(parcelId)) continue;
    statuses.set(parcelId, [...(statuses.get(parcelId) ?? []), hsStatus as HsFinding['status']]);
  }
  for (const [parcelId, of] of statuses)
    await write
      .updateTable('parcel')
      .set({ hsStatus: worstOf(of) })
      .where('id', '=', parcelId)
      .execute();
}

const unknownLines = (context: Context, ids: readonly number[]) =>
  ids.map((key) => ({ key, code: 'NOT_FOUND', msg: context.say('NOT_FOUND') }));

/** The check of commodity codes: run, list, correct, accept. */
export const hsCheckHandlers: GroupHandlers<'hsCheck'> = {
  run: async (context, { params }) => {
    const bill = await readOpenBill(context, params.id);
    const summary = await checkHsOfBill(context, bill);
    await addEvent(context, bill.id, 'HS_CHECKED');
    const { checkedAt: _, ...counts } = summary;
    await logBill(context, 'hsCheck', bill, {
      remark: Object.entries(counts)
        .map(([name, n]) => `${name} ${n}`)
        .join(', '),
    });
    return summary;
  },

  summary: ({ read }, { params }) => summaryOf(read, params.id),

  list: async (context, { params, query }) => {
    await readBill(context.read, params.id);
    const page = await listRows(context.read, list, { ...query, billId: params.id });
    return {
      ...page,
      list: page.list.map(({ hsMessage, ...line }) => ({
        ...line,
        message: messageOf(context, line.hsProblem, hsMessage),
      })),
    };
  },

  fix: async (context, { params, body }) => {
    const { write, now, caller } = context;
    const bill = await readOpenBill(context, params.id);
    const known = await knownCodes(write, bill);
    const rules = await euRulesOf(write, bill, now);
    if (!known.find(body.hsCode.slice(0, 6)))
      throw refuseFields({ hsCode: problem('HS_INVALID', { code: body.hsCode }) });
    const { lines, unknown } = await chosenLines(write, bill.id, body);
    const failed = [...unknownLines(context, unknown)];
    const fixed: CheckedLine[] = [];
    const findings: HsFinding[] = [];
    for (const line of lines) {
      const mended = { ...line, hsCode: body.hsCode, fixReason: null };
      const finding = judge(mended, bill, known, rules);
      // A code that customs would also reject is no correction.
      if (finding.status === 'failed' && finding.problem) {
        const msg = explain(context.language, finding.problem, { field: 'hsCode' });
        failed.push({ key: line.id, code: finding.problem.code, msg });
        continue;
      }
      fixed.push(mended);
      findings.push(finding);
    }
    const before = new Map(lines.map((line) => [line.id, line.hsCode]));
    const byOld = new Map<string, number[]>();
    for (const { id } of fixed) {
      const old = before.get(id) ?? '';
      byOld.set(old, [...(byOld.get(old) ?? []), id]);
    }
    for (const [old, ids] of byOld) {
      const change = { hsCode: body.hsCode, fixedBy: caller.id, fixedAt: now, fixReason: null };
      await write.updateTable('itemLine').set(change).where('id', 'in', listed(ids)).execute();
      await write
        .updateTable('itemLine')
        .set({ inputHsCode: old })
        .where('id', 'in', listed(ids))
        .where('inputHsCode', 'is', null)
        .execute();
    }
    await writeFindings(write, fixed, findings);
    await refreshParcels(
      write,
      bill.id,
      fixed.map(({ parcelId }) => parcelId),
    );
    if (fixed.length === 0) context.unchanged();
    else
      await logBill(context, 'hsFix', bill, {
        before: { hsCode: [...byOld.keys()].join(', ') },
        after: { hsCode: body.hsCode },
        remark: `${fixed.length}`,
      });
    return { ok: fixed.length, failed };
  },

  ignore: async (context, { params, body }) => {
    const { write, now, caller } = context;
    const bill = await readOpenBill(context, params.id);
    const { lines, unknown } = await chosenLines(write, bill.id, body);
    const failed = [...unknownLines(context, unknown)];
    const open = lines.filter((line) => {
      if (line.hsStatus === 'failed' || line.hsStatus === 'exception') return true;
      const status = { choice: ['hsStatus', line.hsStatus] as const };
      failed.push({
        key: line.id,
        code: 'STATE_NOT_ALLOWED',
        msg: context.say('STATE_NOT_ALLOWED', { status }),
      });
      return false;
    });
    await write
      .updateTable('itemLine')
      .set({ hsStatus: 'success', fixReason: body.reason, fixedBy: caller.id, fixedAt: now })
      .where('id', 'in', listed(open.map(({ id }) => id)))
      .execute();
    await refreshParcels(
      write,
      bill.id,
      open.map(({ parcelId }) => parcelId),
    );
    if (open.length === 0) context.unchanged();
    else
      await logBill(context, 'hsIgnore', bill, {
        before: { hsProblem: [...new Set(open.map(({ hsProblem }) => hsProblem))].join(', ') },
        after: { hsProblem: null },
        remark: `${open.length}: ${body.reason}`,
      });
    return { ok: open.length, failed };
  },
};
