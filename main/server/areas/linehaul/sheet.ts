import type { CmrDetail } from '@contract/linehaul/cmr';
import { type CmrBoxNo, type CmrSheet, cmrBoxes, type SheetForm } from '@contract/linehaul/cmrSheet';
import { postalLines } from '@contract/rules/addresses';
import { hubClock, namedTime, warehouseClock } from '@contract/rules/clock';
import { sql } from 'kysely';
import type { Context } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';

const names = ({ nameEn, nameCn }: { nameEn: string; nameCn: string }): string[] =>
  nameCn && nameCn !== nameEn ? [nameEn, nameCn] : [nameEn];

/** Loads a company of the register as a party of a paper; undefined if there is none. */
export const companyOf = (read: Reader, id: number) =>
  read
    .selectFrom('clientCompany')
    .innerJoin('country', 'country.id', 'clientCompany.countryId')
    .selectAll('clientCompany')
    .select('country.nameEn as country')
    .where('clientCompany.id', '=', id)
    .executeTakeFirst();

/** Our sending company: the one in the country of the warehouse, else our first. */
export async function senderOf(read: Reader, countryId: number) {
  const { id } =
    (await read
      .selectFrom('clientCompany')
      .select('id')
      .where('kind', '=', 'own')
      .where('active', '=', 1)
      .orderBy((own) => own.case().when('countryId', '=', countryId).then(0).else(1).end())
      .orderBy('id')
      .executeTakeFirst()) ?? {};
  return id === undefined ? undefined : companyOf(read, id);
}

/**
 * Contents of a note that come from other records. They are stored when the truck departs, because the carrier has that
 * paper: later changes of goods, addresses and pallets must not change its copies.
 */
interface NoteFacts {
  readonly form: SheetForm;
  readonly sender: readonly string[];
  readonly consignee: readonly string[];
  /** City and country of the destination, and of the warehouse with its name. */
  readonly delivery: string;
  readonly takenOver: string;
  readonly issuedIn: string;
  readonly receivedIn: string;
  readonly marks: readonly string[];
  readonly pallets: number;
  readonly boxes: number;
  readonly packing: readonly string[];
  readonly parcels: number;
  /** In kilograms. */
  readonly weight: number;
  readonly volume: readonly string[];
}

/** Reads the contents from the other records as they are now. */
async function asOfNow(read: Reader, cmr: CmrDetail, { from, to }: Ends): Promise<NoteFacts> {
  const sender = await senderOf(read, from.countryId);
  const marks = await read
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .innerJoin('mark', 'mark.id', 'bill.markId')
    .select('mark.text')
    .distinct()
    .where('pallet.cmrId', '=', cmr.id)
    .execute();
  return {
    // A load that stays in the United States is under no convention: its motor carrier issues a bill of lading.
    form: from.countryCode === 'US' && to.countryCode === 'US' ? 'bill_of_lading' : 'cmr',
    sender: sender ? [...names(sender), ...postalLines(sender)] : [],
    consignee: [...names(to), ...postalLines(to)],
    delivery: `${to.city ?? ''}, ${to.country}`,
    takenOver: `${from.nameEn}, ${from.city ?? ''}, ${from.country}`,
    issuedIn: from.city ?? '',
    receivedIn: to.city ?? '',
    marks: [
      ...marks.map(({ text }) => text),
      ...cmr.bills.map(({ billNo, batchNo, boxes }) => `${billNo} ${batchNo}: ${boxes}`),
    ],
    pallets: cmr.totalPallets,
    boxes: cmr.totalBoxes,
    packing: palletTypes(cmr),
    parcels: cmr.totalParcels,
    weight: cmr.totalWeight,
    volume: await volumeOn(read, cmr.id),
  };
}

/** Loads the warehouse and the destination of a note. Throws NOT_FOUND. */
async function endsOf(read: Reader, cmr: CmrDetail) {
  const from = await read
    .selectFrom('warehouse')
    .innerJoin('country', 'country.id', 'warehouse.countryId')
    .selectAll('warehouse')
    .select(['country.nameEn as country', 'country.code as countryCode'])
    .where('warehouse.id', '=', cmr.fromWarehouseId)
    .executeTakeFirst();
  const to = await read
    .selectFrom('destination')
    .innerJoin('country', 'country.id', 'destination.countryId')
    .selectAll('destination')
    .select(['country.nameEn as country', 'country.code as countryCode'])
    .where('destination.id', '=', cmr.toDestinationId)
    .executeTakeFirst();
  if (!from || !to) throw refuse('NOT_FOUND');
  return { from, to };
}
type Ends = Awaited<ReturnType<typeof endsOf>>;

/** Stores the contents of a note when its truck departs, and removes them when the departure is undone. */
export async function keepSheet({ write }: Context, cmr: CmrDetail): Promise<void> {
  const departed =
    cmr.departedAt === null ? null : JSON.stringify(await asOfNow(write, cmr, await endsOf(write, cmr)));
  await write.updateTable('cmr').set({ departedWith: departed }).where('id', '=', cmr.id).execute();
}

/** Contents of a note from other records: as stored at its departure, else as these are now. */
async function factsOf(read: Reader, cmr: CmrDetail, ends: Ends): Promise<NoteFacts> {
  const { departedWith } = await rowById(read, 'cmr', cmr.id);
  return departedWith === null ? asOfNow(read, cmr, ends) : JSON.parse(departedWith);
}

/** Contents of each box of the printed note (reference 5.4): entered fields, and values derived from the records. */
export async function sheetOf(read: Reader, cmr: CmrDetail): Promise<CmrSheet> {
  const ends = await endsOf(read, cmr);
  const { from, to } = ends;
  const carrier = await companyOf(read, cmr.carrierCompanyId);
  if (!carrier) throw refuse('NOT_FOUND');
  const facts = await factsOf(read, cmr, ends);
  const clock = warehouseClock(from);
  const at = (instant: string | null, where = clock) => (instant ? [namedTime(instant, where)] : []);
  const contents: Partial<Record<CmrBoxNo, readonly string[]>> = {
    1: facts.sender,
    2: facts.consignee,
    3: [facts.delivery],
    4: [facts.takenOver, ...at(cmr.loadedAt)],
    5: [...(cmr.mrnList.length > 0 ? [`MRN ${cmr.mrnList.join(', ')}`] : []), ...sealed(cmr.sealNos)],
    6: facts.marks,
    7: [`${facts.pallets} PLT`, `${facts.boxes} CTN`],
    8: facts.packing,
    9: [cmr.goods ?? 'E-commerce parcels 跨境电商包裹', `${facts.parcels} parcels`],
    10: cmr.statisticalNo ? [cmr.statisticalNo] : [],
    11: weights(facts.form, facts.weight),
    12: facts.volume,
    13: cmr.instructions?.split('\n') ?? [],
    14: [PAYMENT[facts.form][cmr.payment]],
    16: [
      ...names(carrier),
      ...postalLines(carrier),
      [cmr.plateNo, cmr.trailerNo].filter(Boolean).join(' / '),
    ],
    17: cmr.successiveCarriers ? [cmr.successiveCarriers] : [],
    18: cmr.reservations?.split('\n') ?? [],
    19: cmr.agreements ? [cmr.agreements] : [],
    21: [facts.issuedIn, ...at(cmr.loadedAt ?? cmr.createdAt)],
    23: cmr.driverName ? [cmr.driverName] : [],
    24: cmr.podAt ? [facts.receivedIn, ...at(cmr.podAt, hubClock(to) ?? clock)] : [],
  };
  return {
    cmrNo: cmr.cmrNo,
    form: facts.form,
    boxes: cmrBoxes.map((no) => ({ no, lines: [...(contents[no] ?? [])] })),
  };
}

/** Payment terms as each form prints them. */
const PAYMENT = {
  cmr: { paid: 'Carriage paid', forward: 'Carriage forward' },
  bill_of_lading: { paid: 'Prepaid', forward: 'Collect' },
} as const;

const POUNDS_PER_KG = 1 / 0.453_592_37;

/** Weight of a load: in kilograms, on a bill of lading also in pounds. */
const weights = (form: SheetForm, kg: number): string[] =>
  form === 'cmr' ? [kg.toFixed(1)] : [`${kg.toFixed(1)} kg`, `${(kg * POUNDS_PER_KG).toFixed(1)} lb`];

/** Cubic metres of the boxes on a truck; empty unless all of them have been measured. */
async function volumeOn(read: Reader, cmrId: number): Promise<string[]> {
  const { boxes, measured, cubic } = await read
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .select(({ fn }) => [
      fn.countAll<number>().as('boxes'),
      sql<number>`count(box.length * box.width * box.height)`.as('measured'),
      // Sides are stored in millimetres.
      sql<number>`total(box.length * box.width * box.height) / 1e9`.as('cubic'),
    ])
    .where('pallet.cmrId', '=', cmrId)
    .executeTakeFirstOrThrow();
  return boxes > 0 && measured === boxes ? [cubic.toFixed(2)] : [];
}

const sealed = (seals: readonly string[]) => (seals.length > 0 ? [`Seals ${seals.join(', ')}`] : []);

function palletTypes({ pallets }: CmrDetail): string[] {
  const printed = { eur: 'EUR pallets', block: 'Block pallets', other: 'Pallets' } as const;
  const counts = new Map<string, number>();
  for (const { type } of pallets) counts.set(printed[type], (counts.get(printed[type]) ?? 0) + 1);
  return counts.size > 0 ? [...counts].map(([type, n]) => `${n} ${type}`) : ['Pallets, cartons'];
}
