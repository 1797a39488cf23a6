import { asRecord } from '@contract/access/changes';
import { check } from '@contract/checked';
import { type Problem, problem } from '@contract/errors';
import { type FieldMeta, metaOf, zoneOf } from '@contract/fields';
import { MOST_CHANGES, type RecordChanges } from '@contract/files/fileJobRow';
import { recordCells, recordTemplates } from '@contract/files/templates/records';
import type { CellValue } from '@contract/importing/template';
import { finishTime } from '@contract/importing/timeText';
import { MAX_ROWS } from '@contract/limits';
import { draftOf } from '@contract/resource';
import type { ResourceName } from '@contract/resourceNames';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { CheckedTable } from '../../../../tabular/check';
import type { Context } from '../../../core/context';
import { fieldTexts } from '../../../core/exportRows';
import { fileClock, placesIn } from '../../../core/places';
import { recordCalls, resourceOf } from '../../../core/records';
import { refuseFields } from '../../../core/refusal';
import { byName } from '../../../store/byName';
import { codecByName } from '../../../store/codec';
import type { Reader } from '../../../store/open';
import { settable } from '../../../store/settable';
import type { Conversion } from '../conversion';
import type { Effect, FileRow, Outcome, RowKind } from '../rowKind';
import { fileRows, goodRows, takeRows } from '../rows';
import { atColumn } from './bills';

type Values = Record<string, unknown>;

/** Records written in one transaction where good rows are imported without the bad ones. */
const CHUNK = 50;

/** Resources whose records reference others of their own kind, possibly in the same file: all rows go in together. */
const STACKED: ReadonlySet<ResourceName> = new Set(['country', 'feeCategory', 'hsCode']);

/**
 * Records of a reference list, one per row: new where no record has its code, else changed to the row's values. They
 * are created and changed by the calls of their resource, so that the same is checked, logged and refused.
 */
export const recordRows = (name: ResourceName): RowKind => ({
  template: recordTemplates[name],
  chunk: STACKED.has(name) ? MAX_ROWS.other : CHUNK,
  aside: { makes: name, own: [] },
  apply: (context, rows, conversion) =>
    applyRows(context, name, rows, (part) => conversion.beat(40, 90, part)),
  rehearse: (context, checked, beat) => rehearse(context, name, checked, beat),
  changes: recordsDone,
});

/** Counts the records a job added, changed and left unchanged; `ok` is the number of imported rows. */
export async function recordsDone({ write }: Context, { job }: Conversion, ok: number) {
  const { added, changed } = await write
    .selectFrom('fileEffect')
    .select(({ fn }) => [
      fn.count<number>('recordId').filterWhere('before', '=', 'null').as('added'),
      fn.count<number>('recordId').filterWhere('before', '!=', 'null').as('changed'),
    ])
    .where('jobId', '=', job.id)
    .executeTakeFirstOrThrow();
  return { records: { added, changed, same: ok - added - changed } };
}

/** Loads a stored record; undefined if it is gone. */
export const storedRecord = (db: Reader, name: ResourceName, id: number): Promise<Values | undefined> =>
  byName(db).selectFrom(name).selectAll().where('id', '=', id).executeTakeFirst();

/** Switches a record on or off if it is not so already. */
export async function switchRecord(
  context: Context,
  name: ResourceName,
  id: number,
  [now, wanted]: readonly [unknown, unknown],
): Promise<void> {
  if (typeof wanted !== 'boolean' || wanted === now) return;
  await recordCalls(name).active?.(context, { body: { ids: [id], active: wanted } });
}

/**
 * Applies rows and retries refused ones as long as others succeed: a record they reference may come later in the file.
 */
async function applyRows(
  context: Context,
  name: ResourceName,
  rows: readonly FileRow[],
  beat: (part: number) => void,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  for (let left = rows; ; ) {
    const found = await takeRows(context, left, (row) => take(context, name, row), { beat });
    for (const [row, outcome] of found) outcomes.set(row, outcome);
    const refused = left.filter(({ row }) => found.get(row)?.problem);
    if (!STACKED.has(name) || refused.length === 0 || refused.length === left.length) return outcomes;
    left = refused;
  }
}

async function take(context: Context, name: ResourceName, row: FileRow): Promise<Outcome> {
  const { row: schema, draft, unique } = resourceOf(name);
  const { create, update } = recordCalls(name);
  let same = byName(context.read).selectFrom(name).selectAll();
  for (const key of unique) same = same.where(key, '=', row.values[key]);
  const stored = await same.executeTakeFirst();
  const before = stored && settable(name, stored);
  const { active, ...cells } = recordCells(name, row.values, row.given, before === undefined);
  const ids = await withIds(context.read, schema, cells, before);
  const converted = { ...ids, ...(await instantsOf(context.read, schema, row, { ...before, ...ids })) };
  const wanted = check(draftOf(schema, draft), {
    ...(before && pick(before, draft)),
    ...converted,
  });
  if (!wanted.ok) throw refuseFields(wanted.problems);
  const body: Values = wanted.value;
  if (!stored || !before) {
    const { id } = await create(context, { body });
    await switchRecord(context, name, id, [true, active]);
    return { effects: [await effectOf(context, name, id, null)] };
  }
  const id = Number(stored.id);
  const changed = changedFields(schema, pick(before, draft), body);
  if (changed.length > 0)
    await update(context, { params: { id }, body: { ...pick(body, changed), version: stored.version } });
  await switchRecord(context, name, id, [before.active, active]);
  const effect = await effectOf(context, name, id, before);
  return JSON.stringify(effect.before) === JSON.stringify(effect.after) ? {} : { effects: [effect] };
}

async function effectOf(
  { read }: Context,
  name: ResourceName,
  recordId: number,
  before: Values | null,
): Promise<Effect> {
  const after = settable(name, (await storedRecord(read, name, recordId)) ?? {});
  return { what: 'record', recordId, before, after };
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((field) => [field, values[field]]));

/** Fields whose stored form differs: amounts and rates may be written in several ways. */
function changedFields(schema: z.ZodObject, before: Values, after: Values): string[] {
  const codec = codecByName(schema);
  const [old, now] = [codec.encode(before), codec.encode(after)];
  return Object.keys(now).filter((field) => old[field] !== now[field]);
}

interface RecordMatch {
  readonly id: unknown;
  readonly active: unknown;
}

const recordsOf =
  (to: ResourceName) =>
  (db: Reader, value: string): Promise<RecordMatch[]> =>
    byName(db)
      .selectFrom(to)
      .select(['id', 'active'])
      .where(String(resourceOf(to).unique[0]), '=', value)
      .execute();

/** Finds the person with this user name, else all with this name. */
async function peopleNamed(db: Reader, value: string): Promise<RecordMatch[]> {
  const login = value.toLowerCase();
  const found = await db
    .selectFrom('staff')
    .select(['id', 'username', 'loginAllowed as active'])
    .where((where) =>
      where.or([where(where.fn<string>('lower', ['username']), '=', login), where('realName', '=', value)]),
    )
    .where('deletedAt', 'is', null)
    .execute();
  const sameLogin = found.filter(({ username }) => username.toLowerCase() === login);
  return sameLogin.length > 0 ? sameLogin : found;
}

/**
 * Replaces codes by the ids of their records. Refuses unknown codes, and inactive ones unless the record already had
 * them.
 */
async function withIds(
  db: Reader,
  schema: z.ZodObject,
  cells: Readonly<Record<string, CellValue>>,
  before: Values = {},
): Promise<Values> {
  const values: Values = { ...cells };
  const problems: Record<string, Problem> = {};
  for (const [field, cell] of Object.entries(cells)) {
    const meta: FieldMeta = metaOf(schema.shape[field]);
    if ((meta.kind !== 'ref' && meta.kind !== 'refs') || cell === null) continue;
    const kept = [before[field]].flat();
    const ids: number[] = [];
    for (const value of [cell].flat().map(String)) {
      const named = await (meta.to === 'staff' ? peopleNamed : recordsOf(meta.to as ResourceName))(db, value);
      const [found] = named.length > 1 ? named.filter(({ id }) => kept.includes(id)) : named;
      if (named.length > 1 && !found) problems[field] = problem('PERSON_AMBIGUOUS', { value });
      else if (!found) problems[field] = problem('REFERENCE_UNKNOWN', { value });
      else if (!found.active && !kept.includes(found.id))
        problems[field] = problem('REFERENCE_INACTIVE', { value });
      else ids.push(Number(found.id));
    }
    values[field] = meta.kind === 'ref' ? ids[0] : ids;
  }
  const [wrong] = Object.entries(problems);
  if (wrong) throw atColumn(...wrong);
  return values;
}

/** Converts the times of a row from the clocks that an export shows them on. */
async function instantsOf(
  db: Reader,
  schema: z.ZodObject,
  { walls }: FileRow,
  record: Values,
): Promise<Values> {
  const times = Object.entries(walls);
  if (times.length === 0) return {};
  const places = await placesIn(db);
  const values: Values = {};
  for (const [field, wall] of times) {
    const found = finishTime(wall, fileClock(zoneOf(schema.shape[field]), record, places).zone);
    if (typeof found !== 'string') throw atColumn(field, found);
    values[field] = found;
  }
  return values;
}

/** Writes the good rows of a file, collects the results, and rolls back. */
async function rehearse(
  context: Context,
  name: ResourceName,
  checked: CheckedTable,
  beat: (part: number) => void,
) {
  const { write, language } = context;
  // Everything is rolled back, so nobody is notified.
  const quiet: Context = { ...context, log: () => Promise.resolve() };
  const rows = fileRows(checked, goodRows(checked, 0));
  await sql`savepoint rehearsal`.execute(write);
  try {
    const outcomes = await applyRows(quiet, name, rows, beat);
    const issues = [...outcomes].flatMap(([row, { column = '', problem: found }]) =>
      found ? [{ row, column, level: 'error' as const, code: found.code, problem: found, message: '' }] : [],
    );
    const effects = [...outcomes].flatMap(([row, { effects: made = [] }]) =>
      made.map((effect) => ({ row, ...effect })),
    );
    const changed = effects.filter(({ before }) => before !== null).sort((a, b) => a.row - b.row);
    const records: RecordChanges = {
      added: effects.length - changed.length,
      changed: changed.length,
      same: rows.length - issues.length - effects.length,
      changes: [],
    };
    const { row: schema, unique } = resourceOf(name);
    const textOf = await fieldTexts(context.read, schema, language);
    for (const { row, before, after } of changed.slice(0, MOST_CHANGES)) {
      const [old, now] = [asRecord(before), asRecord(after)];
      const fields = Object.keys(now).filter(
        (field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]),
      );
      records.changes.push({
        row,
        number: unique.map((field) => String(now[field])).join(' '),
        fields: fields.map((field) => ({ field, before: textOf(field, old), after: textOf(field, now) })),
      });
    }
    return { issues, records };
  } finally {
    await sql`rollback to rehearsal`.execute(write);
    await sql`release rehearsal`.execute(write);
  }
}
