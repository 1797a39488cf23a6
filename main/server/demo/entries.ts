import { entryNoOf } from '@contract/rules/customs';
import { additionalOf, entryDuty, ratesOn } from '@contract/rules/entryDuty';
import { entryMissing } from '@contract/rules/entryMissing';
import { entryDue, summaryDue } from '@contract/rules/usDays';
import { midOf } from '@contract/rules/usManufacturer';
import { type EntryState, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { UsRate } from '@contract/sea/usRate';
import type { Insertable } from 'kysely';
import { keptOf } from '../areas/sea/entryFile';
import { emptyLine, linesOf, prefill } from '../areas/sea/entryPrefill';
import { entryRecord } from '../areas/sea/entryRow';
import { readRates } from '../areas/sea/usRate';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { DAY, dayOf, HOUR, iso, MINUTE } from './clock';
import { consumers, entryGoods, parcelGoods } from './entryData';
import { staffId } from './people';
import { roles } from './peopleData';
import type { Random } from './random';
import { madeAt } from './reference';
import { insertRows } from './rows';
import { seedRates } from './usRates';

/** Number of entries. */
const COUNT = 40;
/** NetCHB account that uses the simulator, where pending filings continue. */
const ACCOUNT = 1;
const FILER = 'QZX';
/** The first serial number of the demo's entries. */
const FIRST = 4_400_321;
/** A time when entries of type 86 were still accepted. */
const OLD = Date.parse('2025-08-18T15:00:00Z');

type Row = Insertable<Database['seaEntry']>;
type Answer = Omit<Insertable<Database['entryAnswer']>, 'id'>;
type CustomsResponse = readonly [event: Answer['event'], code: string | null, text: string | null];

/** The steps of an entry so far, with their times. */
interface Course {
  readonly state: EntryState;
  /** Time of its preparation. */
  readonly createdAt: number;
  readonly released?: number;
  /** Customs responses besides the acceptance. */
  readonly responses?: readonly CustomsResponse[];
  readonly changes?: Partial<SeaEntry>;
}

/** Fields filled in by people, on top of the prefilled ones. */
type Draft = Partial<SeaEntry>;

const STATES: readonly EntryState[] = [
  ...(['draft', 'pending_approval', 'approved', 'transmitted', 'accepted', 'docs_required'] as const),
  ...(['exam', 'hold', 'released', 'summary_filed', 'paid', 'liquidated'] as const),
];
const reached = (state: EntryState, step: EntryState): boolean =>
  state !== 'rejected' && state !== 'cancelled' && STATES.indexOf(state) >= STATES.indexOf(step);

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const PARTY = {
  ...{ name: 'Northgate Clearance Inc.', address1: '12 Harbor Way', address2: null, city: 'Los Angeles' },
  ...{ state: 'CA', postcode: '90731', country: 'US' },
};

/** Writes the US duty rates of the demo, and its entries: by sea in the state of their bills, by air in every state. */
export async function seedEntries(writer: Writer, random: Random, now: number): Promise<void> {
  await seedRates(writer, now);
  const desk = new Desk(await readRates(writer), now);
  await addBySea(writer, desk, random, now);
  await addByAir(writer, desk, random, now);
  await desk.write(writer);
}

/** State of the `count`th entry, by the nodes of its bill. */
function stateAtSea(at: (node: string) => string | null, count: number): EntryState {
  if (at('dutyPaid')) return 'paid';
  if (at('summaryFiled')) return 'summary_filed';
  if (at('released')) return 'released';
  if (at('exam')) return 'exam';
  if (at('entryFiled')) return 'accepted';
  return (['draft', 'pending_approval', 'approved', 'rejected'] as const)[count % 4] ?? 'draft';
}

async function addBySea(writer: Writer, desk: Desk, random: Random, now: number): Promise<void> {
  const bills = await writer
    .selectFrom('seaBill')
    .selectAll()
    .where('podCode', 'like', 'US%')
    .where('state', '!=', 'cancelled')
    .orderBy('id')
    .execute();
  for (const bill of bills) {
    const nodes = await writer
      .selectFrom('seaNode')
      .select(['node', 'actualAt'])
      .where('seaBillId', '=', bill.id)
      .execute();
    const at = (node: string) => nodes.find((one) => one.node === node)?.actualAt ?? null;
    const filedAt = at('entryFiled');
    // The entry of a coming sailing is prepared only when the ship is under way.
    if (filedAt === null && bill.atd === null) continue;
    const state = stateAtSea(at, desk.count);
    const createdAt = filedAt ? Date.parse(filedAt) - 6 * HOUR : now - (1 + (desk.count % 3)) * DAY;
    const released = at('released');
    const filled = await prefill(writer, { seaBillId: bill.id });
    desk.add(bySea(filled, random.fork(bill.mblNo)), {
      state,
      createdAt,
      ...(released ? { released: Date.parse(released) } : {}),
      ...(state === 'exam' ? { responses: [['exam', 'X01', 'NII EXAM ORDERED']] } : {}),
      ...(state === 'rejected' ? { responses: [['rejected', 'E11', 'LINE 1 HTS NUMBER INVALID']] } : {}),
      // One waits for the invoice of its shipper.
      ...(state === 'draft'
        ? { changes: { bondType: null, suretyCode: null, grossWeight: null, processingPort: null } }
        : {}),
    });
  }
}

/** States of entries by air, from the latest landing back. */
const AIR_STATES: readonly EntryState[] = [
  ...(['hold', 'liquidated', 'accepted', 'docs_required', 'transmitted', 'released', 'paid'] as const),
  ...(['summary_filed', 'cancelled', 'paid', 'paid', 'draft'] as const),
];

async function addByAir(writer: Writer, desk: Desk, random: Random, now: number): Promise<void> {
  const air = await writer
    .selectFrom('bill')
    .innerJoin('airport', 'airport.id', 'bill.landingAirportId')
    .select(['bill.id', 'bill.ata', 'bill.clearanceReleasedAt'])
    .where('airport.twoLetterCode', '=', 'US')
    .where('bill.mode', '=', 'air')
    .where('bill.removedAt', 'is', null)
    .where('bill.ata', 'is not', null)
    .orderBy('bill.ata', 'desc')
    .orderBy('bill.id')
    .limit(6 * COUNT)
    .execute();
  // Paid entries are of bills that landed weeks ago.
  const earlier = air.filter(({ ata }) => ata !== null && Date.parse(ata) < now - 12 * DAY);
  for (const [at, state] of [...AIR_STATES, ...AIR_STATES.slice(2)].entries()) {
    const closed = state === 'paid' || state === 'summary_filed' || state === 'liquidated';
    const bill = closed ? earlier[3 * at] : air[at];
    if (desk.count >= COUNT || !bill) break;
    const filled = await prefill(writer, { billId: bill.id });
    // The second of them is from the days of type 86.
    const old = state === 'liquidated' && at === 1;
    const landed = Date.parse(bill.ata ?? iso(now));
    const createdAt = old ? OLD : state === 'transmitted' ? now - 3 * HOUR : landed - 20 * HOUR;
    const count = at === 0 ? 14 : 2 + (at % 5);
    const known = [...new Set((await linesOf(writer, bill.id)).map(({ consignmentNo }) => consignmentNo))];
    const landedAt = old ? OLD : landed;
    const draft = byAir(filled, { count, known, serial: desk.count, at: landedAt }, random.fork(`air ${at}`));
    const held = state === 'hold' ? (draft.lines ?? []).slice(4, 7).map((line) => line.consignmentNo) : [];
    desk.add(old ? { ...draft, entryType: '86' } : draft, {
      state,
      createdAt,
      released: old ? OLD + 2 * DAY : Math.min(landed + 9 * HOUR, now - HOUR),
      ...(state === 'hold'
        ? {
            responses: held.map((no): CustomsResponse => ['hold', 'H01', `AGRICULTURE HOLD ${no}`]),
            changes: { heldNos: held.filter((no) => no !== null) },
          }
        : {}),
      ...(state === 'docs_required'
        ? { responses: [['docs_required', 'D01', 'COMMERCIAL INVOICE REQUIRED']] }
        : {}),
      ...(state === 'cancelled' ? { changes: { reason: 'The flight was cancelled' } } : {}),
    });
  }
}

/** Adds what a sea bill and its ISF do not have: full HTSUS numbers, quantities, values, invoices. */
function bySea(filled: Draft, random: Random): Draft {
  const goods = entryGoods.filter(([, name]) => filled.description?.startsWith(name.slice(0, 4)));
  const chosen = goods.length > 0 ? goods : [random.pick(entryGoods)];
  const second = random.chance(0.5) ? [random.pick(entryGoods.filter((one) => !chosen.includes(one)))] : [];
  const invoiceNo = `CI-${random.digits(6)}`;
  const lines = [...chosen, ...second].map(([hts, description, unit1, each, name, address, city]) => {
    const quantity1 = random.int(120, 2400);
    return {
      ...emptyLine,
      ...{ invoiceNo, hts, originCountry: 'CN', description, quantity1, unit1 },
      manufacturerId: midOf({ name, address, city, country: 'CN' }),
      ...{ manufacturerName: name, manufacturerAddress: address, manufacturerCity: city },
      value: dollars(quantity1 * each),
    };
  });
  return {
    ...filled,
    lines,
    importerTaxId: filled.importerTaxId ?? '98-7654321',
    consigneeTaxId: filled.consigneeTaxId ?? filled.importerTaxId ?? '98-7654321',
    importer: filled.importer?.city ? filled.importer : PARTY,
    consignee: filled.consignee?.city ? filled.consignee : PARTY,
    foreignPort: filled.foreignPort ?? '57078',
    firmsCode: 'Y258',
    charges: dollars(random.int(90_000, 420_000)),
    invoices: [
      {
        ...{ invoiceNo, date: filled.exportDate ?? null, currency: 'USD', rate: '1.0000' },
        value: `${lines.reduce((sum, line) => sum + Number(line.value), 0).toFixed(2)}00`,
        sellerName: 'Green Panda Trading',
      },
    ],
  };
}

/** Consignments of an entry by air in the demo. */
interface AirConsignments {
  readonly count: number;
  /** Numbers of the bill's consignments, as far as it has them. */
  readonly known: readonly (string | null)[];
  readonly serial: number;
  readonly at: number;
}

/** Adds consignments of one flight to one consumer. */
function byAir(filled: Draft, { count, known, serial, at }: AirConsignments, random: Random): Draft {
  const [name, address, city, state, postcode] = random.pick(consumers);
  const lines = Array.from({ length: count }, (_, line) => {
    const [hts, description, each] = random.pick(parcelGoods);
    return {
      ...emptyLine,
      ...{ hts, description, originCountry: 'CN', quantity1: 1, unit1: 'NO', value: dollars(each) },
      manufacturerId: midOf({
        name: 'Shenzhen Evolution Toys',
        address: '123 Hua Rd',
        city: 'Shenzhen',
        country: 'CN',
      }),
      consignmentNo: known[line] ?? `NGUS${serial}${random.digits(7)}`,
      ...{ consigneeName: name, consigneeAddress: address, consigneeCity: city },
      ...{ consigneeState: state, consigneePostcode: postcode },
    };
  });
  return {
    ...filled,
    lines,
    entryType: '11',
    bondType: '0',
    suretyCode: null,
    importer: PARTY,
    importerTaxId: '98-7654321',
    consignee: { ...PARTY, name, address1: address, city, state, postcode },
    consigneeTaxId: null,
    importDate: dayOf(at),
    entryDate: dayOf(at),
    exportDate: dayOf(at - DAY),
  };
}

/** Collects the entries: numbers them, computes their duty, and applies their steps. */
class Desk {
  readonly #rates: readonly UsRate[];
  readonly #now: number;
  readonly #rows: (Row & { id: number })[] = [];
  readonly #answers: Answer[] = [];

  constructor(rates: readonly UsRate[], now: number) {
    this.#rates = rates;
    this.#now = now;
  }

  get count(): number {
    return this.#rows.length;
  }

  add(draft: Draft, { state, createdAt, released, responses = [], changes = {} }: Course): void {
    const id = this.#rows.length + 1;
    const entryNo = entryNoOf(FILER, FIRST + id - 1);
    const author = staffId(roles.documents[id % 2] ?? 'admin');
    const broker = staffId(roles.brokerUs);
    const entryDate = draft.entryDate ?? dayOf(createdAt);
    const valid = ratesOn(this.#rates, entryDate);
    const lines = (draft.lines ?? []).map((line) => ({ ...line, additionalHts: additionalOf(valid, line) }));
    const filled = {
      ...draft,
      ...{ lines, entryDate, netchbAccountId: ACCOUNT, ...changes },
    } as SeaEntry;
    const duty = entryDuty(filled, this.#rates);
    const { parts, unknown: _, outdated: __, ...sums } = duty;
    const sent = reached(state, 'transmitted') || state === 'rejected' || state === 'cancelled';
    const releasedAt = reached(state, 'released') ? iso(released ?? createdAt + 2 * DAY) : null;
    const after = (days: number) =>
      releasedAt === null ? null : iso(Math.min(Date.parse(releasedAt) + days * DAY, this.#now - MINUTE));
    const transmittedAt = sent ? iso(Math.min(createdAt + 6 * HOUR, this.#now - MINUTE)) : null;
    const acceptedAt = reached(state, 'accepted')
      ? iso(Math.min(createdAt + 6.4 * HOUR, this.#now - MINUTE))
      : null;
    const texts = responses.map(([, code, text]) => `${code} ${text}`).join('; ');
    const entry = {
      ...filled,
      ...{ ...madeAt(iso(createdAt), author), id, entryNo, state, filerCode: FILER, remark: null },
      ...sums,
      duties: [...parts],
      lineCount: lines.length,
      importerName: filled.importer?.name ?? null,
      missingCount: entryMissing(filled, this.#rates).length,
      masterNo: filled.bills[0]?.masterNo ?? null,
      entryDueOn: filled.importDate === null ? null : entryDue(filled.importDate),
      summaryDueOn: releasedAt === null ? null : summaryDue(releasedAt.slice(0, 10)),
      heldNos: changes.heldNos ?? [],
      amendmentNo: 0,
      submittedAt: state === 'draft' ? null : iso(Math.min(createdAt + HOUR, this.#now - MINUTE)),
      submittedBy: state === 'draft' ? null : author,
      ...{ waiting: null, stepNo: null },
      approvedAt:
        sent || state === 'approved' ? iso(Math.min(createdAt + 4 * HOUR, this.#now - MINUTE)) : null,
      approvedBy: sent || state === 'approved' ? broker : null,
      transmittedAt,
      acceptedAt,
      releasedAt,
      summaryFiledAt: reached(state, 'summary_filed') ? after(3) : null,
      paidAt: reached(state, 'paid') ? after(6) : null,
      // Usually 314 days after the entry.
      liquidatedAt: state === 'liquidated' ? after(314) : null,
      cancelledAt: state === 'cancelled' ? iso(createdAt + 8 * HOUR) : null,
      statementNo: reached(state, 'paid') ? `ACH-${String(880_000 + 37 * id)}` : null,
      reason: changes.reason ?? null,
      lastAnswer: texts || null,
    } as unknown as SeaEntry;
    this.#rows.push({
      ...(entryRecord.codec.encode(entry) as unknown as Row),
      id,
      filed: sent ? JSON.stringify(keptOf(entry)) : null,
      filedAt: transmittedAt,
    });
    const say = (at: string | null, [event, code, text]: CustomsResponse) =>
      at !== null && this.#answers.push({ entryId: id, at, event, code, text, reference: entryNo });
    say(transmittedAt, ['received', null, null]);
    say(acceptedAt, ['accepted', null, null]);
    for (const one of responses) say(acceptedAt ?? transmittedAt, one);
    say(releasedAt, ['released', null, null]);
    if (state === 'liquidated') say(entry.liquidatedAt, ['liquidated', null, null]);
  }

  async write(writer: Writer): Promise<void> {
    const rows = this.#rows;
    // The customer is that of the bill, whichever it is.
    for (const row of rows) {
      const bill = row.seaBillId
        ? await writer
            .selectFrom('seaBill')
            .select(['customerId', 'billId', 'isfId'])
            .where('id', '=', row.seaBillId)
            .executeTakeFirst()
        : await writer
            .selectFrom('bill')
            .select(['customerId', 'id as billId'])
            .where('id', '=', row.billId ?? 0)
            .executeTakeFirst();
      Object.assign(row, bill);
    }
    const empty = Object.fromEntries(Object.keys(seaEntry.row.shape).map((name) => [name, null]));
    await insertRows(
      writer,
      'seaEntry',
      rows.map((row) => ({ ...empty, ...row })),
    );
    await insertRows(writer, 'entryAnswer', this.#answers);
    await insertRows(
      writer,
      'entryNumber',
      rows.map(({ entryNo, createdAt, createdBy }) => ({
        entryNo: String(entryNo),
        reservedAt: createdAt,
        reservedBy: createdBy ?? null,
      })),
    );
    await writer
      .insertInto('entrySerial')
      .values({ filerCode: FILER, last: FIRST + rows.length - 1 })
      .execute();
    for (const { id, seaBillId, state } of rows)
      if (seaBillId)
        await writer
          .updateTable('seaBill')
          .set({ entryId: id, entryState: state })
          .where('id', '=', seaBillId)
          .execute();
  }
}
