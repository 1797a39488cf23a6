import { problem } from '@contract/errors';
import { type Language, MAX_LABELS } from '@contract/limits';
import { permit } from '@contract/permissions';
import { billNo } from '@contract/rules/codes';
import { formatInstant } from '@contract/rules/zonedTime';
import { type LabelKind, sizesOf } from '@contract/warehouse/label';
import { type LabelSize, labelSizes } from '@contract/warehouse/labelSize';
import { labelOf, nameIn } from '@contract/words';
import { sql } from 'kysely';
import type { Context, Download, GroupHandlers } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { refuse, refuseFields } from '../../core/refusal';
import { type BulkSelection, choiceOf, selectedFrom } from '../../core/selected';
import { listed } from '../../store/dialect';
import type { Reader } from '../../store/open';
import { storedTexts } from '../../store/storedLists';
import { holds } from '../access/holds';
import { parcelQuery, parcelsListed } from '../customs/parcelsListed';
import type { Label } from './labelPdf';
import { giveSscc, labelSettingsHandlers, labelSettingsOf } from './sscc';

/** Print settings of a request. */
interface Print {
  readonly size: LabelSize;
  readonly copies: number;
}
/** Destination columns, the same for all kinds of labels. */
interface DestinationColumns {
  readonly destination: string | null;
  readonly destinationEn: string | null;
  readonly destinationCn: string | null;
  readonly lastMile: string | null;
}

/** Parts of a query that add the destination, by its code. */
const going = (code: string) => ({
  columns: sql.raw(`${code} as destination, destination.nameEn as destinationEn,
    destination.nameCn as destinationCn, lastMile.code as lastMile`),
  joins: sql.raw(`left join destination on destination.code = ${code}
    left join lastMile on lastMile.id = destination.lastMileId`),
});
const boxGoes = going('coalesce(box.destinationCode, usual.code)');
const palletGoes = going('pallet.destinationCode');
const parcelGoes = going('coalesce(parcel.destinationCode, box.destinationCode, usual.code)');

/** Grams as text in kilograms. */
const kilograms = (grams: number) => `${grams / 1000} kg`;
const formatted = (no: string) => billNo.format?.(no) ?? no;

const goingOf = (
  language: Language,
  { destination, destinationEn, destinationCn, lastMile }: DestinationColumns,
): Pick<Label, 'destination' | 'place'> => ({
  destination: destination ?? '–',
  place: [nameIn(language, { nameEn: destinationEn, nameCn: destinationCn }), lastMile ?? '']
    .filter(Boolean)
    .join(' · '),
});

/** A fact with its name in the caller's language; left out if unknown. */
const factsOf = (language: Language, facts: Readonly<Record<string, string | number | null>>, of: string) =>
  Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[labelOf(language, name, of), String(value)] as const],
  );

/** Boxes of a bill ordered by number, each with its position among them. */
async function boxLabels(read: Reader, language: Language, ids: readonly number[]): Promise<Label[]> {
  const { rows } = await sql<
    DestinationColumns & {
      boxNo: string;
      billNo: string;
      batchNo: string;
      weight: number;
      parcels: number;
      mark: string | null;
      n: number;
      m: number;
    }
  >`
    with counted as (
      select id, row_number() over (partition by billId order by boxNo, id) as n, count(*) over (partition by billId) as m
      from box where billId in (select billId from box where id in ${listed(ids)})
    )
    select box.boxNo, bill.billNo, bill.batchNo, coalesce(box.measuredWeight, box.weight) as weight,
      coalesce(box.scannedParcels, box.declaredParcels) as parcels, mark.text as mark, counted.n, counted.m, ${boxGoes.columns}
    from box join counted on counted.id = box.id join bill on bill.id = box.billId
      left join mark on mark.id = bill.markId
      left join destination as usual on usual.id = bill.destinationId
      ${boxGoes.joins}
    where box.id in ${listed(ids)} order by box.billId, box.boxNo, box.id`.execute(read);
  return rows.map((row) => ({
    no: row.boxNo,
    ...goingOf(language, row),
    mark: `${row.n}/${row.m}`,
    address: [],
    facts: factsOf(
      language,
      {
        billNo: formatted(row.billNo),
        batchNo: row.batchNo,
        weight: kilograms(row.weight),
        parcels: row.parcels,
        markId: row.mark,
      },
      'box',
    ),
  }));
}

/** Pallets with their contents, and the day they were built on the clock of their warehouse. */
async function palletLabels(read: Reader, language: Language, ids: readonly number[]) {
  const { rows } = await sql<
    DestinationColumns & {
      id: number;
      palletNo: string;
      sscc: string | null;
      builtAt: string;
      weight: number;
      timeZone: string | null;
      boxes: number;
      parcels: number;
      bills: string | null;
    }
  >`
    select pallet.id, pallet.palletNo, pallet.sscc, pallet.builtAt, pallet.weight, warehouse.timeZone,
      (select count(*) from box where box.palletId = pallet.id) as boxes,
      (select coalesce(sum(coalesce(scannedParcels, declaredParcels)), 0) from box where box.palletId = pallet.id) as parcels,
      (select json_group_array(billNo) from
        (select distinct bill.billNo from box join bill on bill.id = box.billId where box.palletId = pallet.id
         order by bill.billNo)) as bills,
      ${palletGoes.columns}
    from pallet left join warehouse on warehouse.id = pallet.warehouseId
      ${palletGoes.joins}
    where pallet.id in ${listed(ids)} order by pallet.id`.execute(read);
  return rows.map(({ id, ...row }): Label & { id: number } => ({
    id,
    no: row.palletNo,
    sscc: row.sscc,
    ...goingOf(language, row),
    mark: row.palletNo,
    address: [],
    facts: factsOf(
      language,
      {
        boxes: row.boxes,
        parcels: row.parcels,
        weight: kilograms(row.weight),
        builtAt: formatInstant(row.builtAt, row.timeZone ?? 'UTC').slice(0, 10),
        bills: storedTexts(row.bills ?? '[]')
          .map(formatted)
          .join(', '),
      },
      'pallet',
    ),
  }));
}

/** Parcels by box; `addressed` tells whether the recipient may be printed. */
async function parcelLabels(
  read: Reader,
  language: Language,
  ids: readonly number[],
  addressed: boolean,
): Promise<Label[]> {
  const { rows } = await sql<
    DestinationColumns & {
      trackingNo: string;
      boxNo: string | null;
      billNo: string;
      grossWeight: number;
      country: string;
      consigneeName: string;
      address: string | null;
      postcode: string;
      city: string;
    }
  >`
    select parcel.trackingNo, box.boxNo, bill.billNo, parcel.grossWeight, parcel.country, parcel.consigneeName,
      parcel.address, parcel.postcode, parcel.city,
      ${parcelGoes.columns}
    from parcel join bill on bill.id = parcel.billId left join box on box.id = parcel.boxId
      left join destination as usual on usual.id = bill.destinationId
      ${parcelGoes.joins}
    where parcel.id in ${listed(ids)}
    order by parcel.billId, box.boxNo, parcel.trackingNo, parcel.id`.execute(read);
  return rows.map((row) => ({
    no: row.trackingNo,
    destination: row.destination ?? '–',
    place: nameIn(language, { nameEn: row.destinationEn, nameCn: row.destinationCn }),
    mark: row.lastMile ?? row.country,
    address: addressed
      ? [row.consigneeName, row.address ?? '', `${row.postcode} ${row.city}`, row.country].filter(Boolean)
      : [],
    facts: factsOf(
      language,
      {
        boxNo: row.boxNo,
        weight: kilograms(row.grossWeight),
        billNo: formatted(row.billNo),
        country: row.country,
      },
      'parcel',
    ),
  }));
}

/** Refuses ids that do not exist for the caller. */
async function requireThere(
  read: Reader,
  table: 'box' | 'pallet' | 'parcel',
  ids: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const { n } = await read
    .selectFrom(table)
    .select((found) => found.fn.countAll<number>().as('n'))
    .where('id', 'in', wanted)
    .executeTakeFirstOrThrow();
  if (n < wanted.length) throw refuse('NOT_FOUND');
  return wanted;
}

/** Refuses more labels than can be drawn at once, and an empty selection. */
function requireSome(ids: readonly number[], { copies }: Print): void {
  if (ids.length === 0) throw refuse('NOT_FOUND');
  const count = ids.length * copies;
  if (count > MAX_LABELS) throw refuse('LABELS_TOO_MANY', { count, max: MAX_LABELS });
}

const namedBy = (name: 'billId' | 'cmrId' | 'matching') => refuseFields({ [name]: problem('REQUIRED') });

/** Maximum numbers that the log lists of printed labels. */
const NUMBERS_TOLD = 50;

/**
 * Draws labels into a file and logs it. Throws before the first byte for a number whose barcode does not fit, with the
 * next size on which it would, if any.
 */
async function print(
  context: Context,
  kind: LabelKind,
  labels: readonly Label[],
  { size, copies }: Print,
): Promise<Download> {
  // The code that draws documents is as large as all the rest: load it on first use.
  const { fitsOn, labelsPdf } = await import('./labelPdf');
  const wide = labels.find((label) => !fitsOn(label, size));
  if (wide) {
    const sizes: readonly LabelSize[] = sizesOf[kind];
    const next = sizes.slice(sizes.indexOf(size) + 1).find((one) => fitsOn(wide, one));
    if (!next) throw refuse('LABEL_TOO_LONG', { no: wide.no });
    throw refuse('LABEL_TOO_SMALL', {
      no: wide.no,
      size: { choice: ['labelSize', size] },
      next: { choice: ['labelSize', next] },
    });
  }
  await context.log({
    module: 'bill',
    action: 'export',
    objectType: kind,
    objectNo: labels.length === 1 ? labels[0]?.no : undefined,
    after: {
      ...{ labels: labels.length, size, copies },
      numbers: labels
        .slice(0, NUMBERS_TOLD)
        .map(({ no }) => no)
        .join(', '),
    },
  });
  const name = `${kind}-labels-${officeDay(context.now)}.pdf`;
  return { name, mime: 'application/pdf', stream: labelsPdf(labels, { title: name, size, copies }) };
}

/** Parcels that match a filter of their list. */
const matchingParcels = async (
  read: Reader,
  { filter, expected }: Extract<BulkSelection, { filter: unknown }>,
): Promise<number[]> =>
  selectedFrom(read, parcelsListed, { filter: await parcelQuery(read, filter), expected });

/** Labels of boxes, pallets and parcels, the printer test page, and the numbering of pallets. */
export const labelHandlers: GroupHandlers<'label'> = {
  box: async (context, { body }) => {
    const { ids: asked, billId, state, ...how } = body;
    const read = choiceOf(context);
    if ((asked === undefined) === (billId === undefined)) throw namedBy('billId');
    let boxes = read
      .selectFrom('box')
      .select('id')
      .where('billId', '=', billId ?? 0);
    if (state) boxes = boxes.where('state', '=', state);
    const ids = asked ? await requireThere(read, 'box', asked) : (await boxes.execute()).map(({ id }) => id);
    requireSome(ids, how);
    const labels = await boxLabels(read, context.language, ids);
    return print(context, 'box', labels, how);
  },

  pallet: async (context, { body }) => {
    const { ids: asked, cmrId, ...how } = body;
    const read = choiceOf(context);
    if ((asked === undefined) === (cmrId === undefined)) throw namedBy('cmrId');
    const ids = asked
      ? await requireThere(read, 'pallet', asked)
      : (
          await read
            .selectFrom('pallet')
            .select('id')
            .where('cmrId', '=', cmrId ?? 0)
            .execute()
        ).map(({ id }) => id);
    requireSome(ids, how);
    const { companyPrefix, extensionDigit } = await labelSettingsOf(context.read);
    const labels: Label[] = [];
    for (const { id, ...label } of await palletLabels(read, context.language, ids)) {
      const sscc = await giveSscc(context, { id, palletNo: label.no });
      if (sscc === null && companyPrefix !== null)
        throw refuse('SSCC_USED_UP', { no: label.no, digit: extensionDigit });
      labels.push({ ...label, sscc });
    }
    return print(context, 'pallet', labels, how);
  },

  parcel: async (context, { body }) => {
    const { ids: asked, matching, ...how } = body;
    const { caller, language } = context;
    const read = choiceOf(context);
    if ((asked === undefined) === (matching === undefined)) throw namedBy('matching');
    const ids = asked
      ? await requireThere(read, 'parcel', asked)
      : matching
        ? await matchingParcels(read, matching)
        : [];
    requireSome(ids, how);
    const addressed = holds(caller, permit('bill.customs.parcels'));
    const labels = await parcelLabels(read, language, ids, addressed);
    return print(context, 'parcel', labels, how);
  },

  test: async ({ say }, { query }) => {
    const { TEST_MARGIN, testPdf } = await import('./labelPdf');
    const [wide, high] = labelSizes[query.size];
    const [width, height] = [wide - 2 * TEST_MARGIN, high - 2 * TEST_MARGIN];
    const text = say('LABEL_TEST', { width, height, size: { choice: ['labelSize', query.size] } });
    return {
      name: `label-${query.size}.pdf`,
      mime: 'application/pdf',
      stream: testPdf(query.size, text),
    };
  },

  ...labelSettingsHandlers,
};
