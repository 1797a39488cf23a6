import type { ParcelAction } from '@contract/customs/parcel';
import { failReasonOf, holdReasonOf } from '@contract/files/templates/apiFeedback';
import type { ImportTemplate } from '@contract/importing/template';
import { finishTime } from '@contract/importing/timeText';
import type { Context } from '../../../core/context';
import { fileClock, placesIn } from '../../../core/places';
import { idsOfParcels } from '../../../store/findNumbers';
import { moveParcels } from '../../customs/parcels';
import type { FileRow, Outcome, RowKind } from '../rowKind';
import { outcomeOf } from '../rows';
import { textOf } from './bills';

/** Parcels per transaction: they move in a few statements, however many they are. */
const CHUNK = 1_000;

/** Action on the parcel or box of a row; undefined where its state requires none. */
interface Move {
  readonly action: ParcelAction;
  readonly given: object;
}

interface MoveKind {
  readonly template: ImportTemplate;
  /** The column that names the parcel, or the parcel or box. */
  readonly key: 'trackingNo' | 'number';
  /** The column that holds the time. */
  readonly time?: string;
  readonly moveOf: (row: FileRow, at: string | undefined) => Move | undefined;
}

/** Builds a kind that moves parcels; rows with the same values are moved together. */
const moving = (means: MoveKind): RowKind => ({
  template: means.template,
  chunk: CHUNK,
  apply: (context, rows, { job }) => move(context, rows, job.billId, means),
});

/** Column of a refusal that is not about the number of the row. */
const AT_COLUMN: Readonly<Record<string, string>> = { IMPORT_MRN_USED: 'mrn', IMPORT_MRN_PARCEL: 'mrn' };

const normalise = (no: string) => no.replace(/[\s-]/g, '').toUpperCase();

async function move(
  context: Context,
  rows: readonly FileRow[],
  billId: number | null,
  { key, time, moveOf, template }: MoveKind,
): Promise<ReadonlyMap<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  const known = await parcelsNamed(context, rows, key);
  const clock = await clockOf(context, billId);
  const groups = new Map<string, { move: Move; rows: Map<string, number>; boxes: boolean }>();
  for (const row of rows) {
    const no = textOf(row, key) ?? '';
    const wall = time === undefined ? undefined : row.walls[time];
    const at =
      wall === undefined ? time && textOf(row, time) : finishTime(wall, clock(known.get(normalise(no))));
    if (typeof at === 'object' && at !== null) {
      outcomes.set(row.row, { column: time ?? '', problem: at });
      continue;
    }
    const found = moveOf(row, at || undefined);
    if (!found) continue;
    // A row that names a box moves all parcels in it. It is a call of its own, so that a refusal is reported at its row.
    const isBox = key === 'number' && !known.has(normalise(no));
    const group = JSON.stringify([found, isBox ? row.row : 0]);
    const together = groups.get(group) ?? { move: found, rows: new Map(), boxes: isBox };
    together.rows.set(isBox ? no : normalise(no), row.row);
    groups.set(group, together);
  }
  for (const { move: found, rows: named, boxes } of groups.values()) {
    const numbers = [...named.keys()];
    const targets = boxes ? { boxNos: numbers } : { trackingNos: numbers };
    try {
      const { failed } = await moveParcels(context, found.action, billId, targets, found.given);
      for (const { key: no, code, msg } of failed) {
        const row = boxes ? [...named.values()][0] : named.get(normalise(String(no)));
        const at = AT_COLUMN[code];
        const column = at !== undefined && template.columns.some((one) => one.key === at) ? at : key;
        if (row !== undefined) outcomes.set(row, { column, text: { code, message: msg } });
      }
    } catch (error) {
      const columns = { at: time ?? '', trackingNos: key, noticeRef: 'reference', remark: 'description' };
      const outcome = outcomeOf(error, columns);
      const column = template.columns.some(({ key: name }) => name === outcome.column) ? outcome.column : key;
      for (const row of named.values()) outcomes.set(row, { ...outcome, ...(column ? { column } : {}) });
    }
  }
  return outcomes;
}

/** Finds which of the numbers are parcels, each with the airport whose clock its times are on. */
async function parcelsNamed(
  { read }: Context,
  rows: readonly FileRow[],
  key: string,
): Promise<ReadonlyMap<string, number>> {
  const numbers = rows.map((row) => normalise(textOf(row, key) ?? ''));
  const known = new Map<string, number>();
  for (let from = 0; from < numbers.length; from += 500) {
    const found = await read
      .selectFrom('parcel')
      .innerJoin('bill', 'bill.id', 'parcel.billId')
      .select(['parcel.trackingNo', 'bill.landingAirportId'])
      .where('parcel.id', 'in', idsOfParcels(numbers.slice(from, from + 500)))
      .execute();
    for (const { trackingNo, landingAirportId } of found) known.set(trackingNo, landingAirportId);
  }
  return known;
}

/** Time zones of landing airports; without an airport that of the bill, without a bill UTC. */
async function clockOf({ read }: Context, billId: number | null): Promise<(airport?: number) => string> {
  const places = await placesIn(read);
  const bill = await read
    .selectFrom('bill')
    .select('landingAirportId')
    .where('id', '=', billId ?? 0)
    .executeTakeFirst();
  return (landingAirportId = bill?.landingAirportId) =>
    fileClock('landing', { landingAirportId }, places).zone;
}

const given = (parts: Readonly<Record<string, string | null | undefined>>): object =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== null && value !== undefined));

/** Parcels and boxes that customs wants to inspect. */
export const holdRows = (template: ImportTemplate): RowKind =>
  moving({
    template,
    key: 'number',
    time: 'noticeAt',
    moveOf: (row, at) => ({
      action: 'hold',
      given: given({ reason: textOf(row, 'reason'), noticeRef: textOf(row, 'reference'), at }),
    }),
  });

/** Parcels that customs released. */
export const freeRows = (template: ImportTemplate): RowKind =>
  moving({
    template,
    key: 'trackingNo',
    time: 'releasedAt',
    moveOf: (row, at) => ({ action: 'free', given: given({ mrn: textOf(row, 'mrn'), at }) }),
  });

/** Parcels that customs rejected. */
export const failureRows = (template: ImportTemplate): RowKind =>
  moving({
    template,
    key: 'trackingNo',
    moveOf: (row) => ({
      action: 'fail',
      given: given({ reason: textOf(row, 'reason'), disposition: textOf(row, 'disposition') }),
    }),
  });

/** Parcels and boxes with a problem. */
export const abnormalRows = (template: ImportTemplate): RowKind =>
  moving({
    template,
    key: 'number',
    moveOf: (row) => ({
      action: 'abnormal',
      given: given({
        type: textOf(row, 'type'),
        remark: [textOf(row, 'description'), textOf(row, 'photos')].filter(Boolean).join('; ') || null,
      }),
    }),
  });

/** Parcel states from a partner's system. A parcel reported as in clearance is left unchanged. */
export const feedbackRows = (template: ImportTemplate): RowKind =>
  moving({
    template,
    key: 'trackingNo',
    time: 'time',
    moveOf: (row, at) => {
      const reason = textOf(row, 'reason') ?? '';
      const remark = textOf(row, 'remark');
      const words = (known: unknown) =>
        [known ? null : reason || null, remark].filter(Boolean).join('; ') || null;
      switch (textOf(row, 'state')) {
        case 'free':
          return {
            action: 'free',
            // The customs response, as the partner passes it on, is the proof.
            given: given({
              mrn: textOf(row, 'mrn'),
              at,
              remark: words(undefined) ?? template.columns[1]?.en,
            }),
          };
        case 'held': {
          const known = holdReasonOf(reason);
          return {
            action: 'hold',
            given: given({ reason: known ?? 'document_check', at, remark: words(known) }),
          };
        }
        case 'failed': {
          const known = failReasonOf(reason);
          return {
            action: 'fail',
            given: given({ reason: known ?? 'rejected_declaration', at, remark: words(known) }),
          };
        }
        default:
          return undefined;
      }
    },
  });
