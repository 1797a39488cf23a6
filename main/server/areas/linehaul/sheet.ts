import type { CmrDetail } from '@contract/linehaul/cmr';
import { type CmrBoxNo, type CmrSheet, cmrBoxes, type SheetForm } from '@contract/linehaul/cmrSheet';
import { postalLines } from '@contract/rules/addresses';
import { hubClock, namedTime, warehouseClock } from '@contract/rules/clock';
import { sql } from 'kysely';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';

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

/** Contents of each box of the printed note (reference 5.4): entered fields, and values derived from the records. */
export async function sheetOf(read: Reader, cmr: CmrDetail): Promise<CmrSheet> {
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
  const carrier = await companyOf(read, cmr.carrierCompanyId);
  if (!from || !to || !carrier) throw refuse('NOT_FOUND');
  const sender = await senderOf(read, from.countryId);
  // A load that stays in the United States is under no convention: its motor carrier issues a bill of lading.
  const form: SheetForm = from.countryCode === 'US' && to.countryCode === 'US' ? 'bill_of_lading' : 'cmr';
  const clock = warehouseClock(from);
  const at = (instant: string | null, where = clock) => (instant ? [namedTime(instant, where)] : []);
  const marks = await read
    .selectFrom('box')
    .innerJoin('pallet', 'pallet.id', 'box.palletId')
    .innerJoin('bill', 'bill.id', 'box.billId')
    .innerJoin('mark', 'mark.id', 'bill.markId')
    .select('mark.text')
    .distinct()
    .where('pallet.cmrId', '=', cmr.id)
    .execute();
  const contents: Partial<Record<CmrBoxNo, readonly string[]>> = {
    1: sender ? [...names(sender), ...postalLines(sender)] : [],
    2: [...names(to), ...postalLines(to)],
    3: [`${to.city ?? ''}, ${to.country}`],
    4: [`${from.nameEn}, ${from.city ?? ''}, ${from.country}`, ...at(cmr.loadedAt)],
    5: [...(cmr.mrnList.length > 0 ? [`MRN ${cmr.mrnList.join(', ')}`] : []), ...sealed(cmr.sealNos)],
    6: [
      ...marks.map(({ text }) => text),
      ...cmr.bills.map(({ billNo, batchNo, boxes }) => `${billNo} ${batchNo}: ${boxes}`),
    ],
    7: [`${cmr.totalPallets} PLT`, `${cmr.totalBoxes} CTN`],
    8: palletTypes(cmr),
    9: [cmr.goods ?? 'E-commerce parcels 跨境电商包裹', `${cmr.totalParcels} parcels`],
    10: cmr.statisticalNo ? [cmr.statisticalNo] : [],
    11: weights(form, cmr.totalWeight),
    12: await volumeOn(read, cmr.id),
    13: cmr.instructions?.split('\n') ?? [],
    14: [PAYMENT[form][cmr.payment]],
    16: [
      ...names(carrier),
      ...postalLines(carrier),
      [cmr.plateNo, cmr.trailerNo].filter(Boolean).join(' / '),
    ],
    17: cmr.successiveCarriers ? [cmr.successiveCarriers] : [],
    18: cmr.reservations?.split('\n') ?? [],
    19: cmr.agreements ? [cmr.agreements] : [],
    21: [from.city ?? '', ...at(cmr.loadedAt ?? cmr.createdAt)],
    23: cmr.driverName ? [cmr.driverName] : [],
    24: cmr.podAt ? [to.city ?? '', ...at(cmr.podAt, hubClock(to) ?? clock)] : [],
  };
  return { cmrNo: cmr.cmrNo, form, boxes: cmrBoxes.map((no) => ({ no, lines: [...(contents[no] ?? [])] })) };
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
