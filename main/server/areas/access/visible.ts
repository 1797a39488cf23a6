import { asRecord } from '@contract/access/changes';
import type { Endpoint } from '@contract/endpoint';
import { findMeta, fullSchema, unwrap } from '@contract/fields';
import { type Api, allEndpoints } from '@contract/index';
import { sql } from 'kysely';
import * as z from 'zod';
import { byName } from '../../store/byName';
import type { Reader } from '../../store/open';
import { DOCUMENTS, scopeOf, scopes } from '../../store/scopes';
import { aboutOf } from './about';
import { NotVisible } from './notVisible';

/**
 * An input field that refers to records: the path to it, through rows of lists as well, and the column it refers to.
 */
export interface RecordReference {
  readonly at: readonly string[];
  /** Table of the records; undefined for anything else. */
  readonly table: string | undefined;
  readonly column: string;
}

/**
 * Tables for fields and path parameters whose name is not that of a table; undefined for a field that refers to no
 * record.
 */
const CALLED: Readonly<Record<string, string | undefined>> = {
  importJobId: 'fileJob',
  lineIds: 'hsLine',
  mailId: 'cmrMail',
  paymentId: 'billPayment',
  returnedId: 'billPayment',
  viewId: 'listView',
  staffIds: 'staff',
  groupId: 'adminGroup',
  supplierId: 'clientCompany',
  costId: 'billCost',
  approverStaffIds: 'staff',
  approverGroupIds: 'adminGroup',
  differenceIds: 'stockDifference',
  // Files are searched among those of the record beside them.
  fileId: undefined,
  fileIds: undefined,
  docType: undefined,
  // A selected hit of a scan: searched among those that the caller sees.
  recordId: undefined,
  // Price that a line was made from, of any kind: stored beside the line, and no call shows it.
  sourceId: undefined,
  captchaId: undefined,
  permissionIds: undefined,
  importerTaxId: undefined,
  merchantProductId: undefined,
  manufacturerProductId: undefined,
  standardProductId: undefined,
  consigneeTaxId: undefined,
  peppolId: undefined,
  manufacturerId: undefined,
};

/** Tables for `id` and `ids` in calls about another table; undefined where `requireVisible` derives it from a kind. */
const OF_CALL: Readonly<Record<string, string | undefined>> = {
  'label.pallet': 'pallet',
  'label.parcel': 'parcel',
  'billCustomer.sendMany': 'customer',
  'billPayment.create': undefined,
  'billPayment.allocate': undefined,
  'billPayment.writeOff': undefined,
  'bankEntry.book': undefined,
  'documentFile.upload': undefined,
  'documentFile.remove': undefined,
};

const tableOf = (name: string): string => aboutOf(name.split('.')[0] as keyof Api);

let shown: ReadonlyMap<string, string> | undefined;
/** Table of the record at a path, found by the call that shows it. */
const shownAt = (path: string): string | undefined => {
  shown ??= new Map(
    allEndpoints().flatMap(({ name, found }) =>
      name.endsWith('.get') ? [[found.path, tableOf(name)] as const] : [],
    ),
  );
  return shown.get(path);
};

/** Table that a field refers to by its name; null if unknown. */
function calledAfter(field: string, name: string): string | undefined | null {
  if (Object.hasOwn(CALLED, field)) return CALLED[field];
  if (field === 'id' || field === 'ids') return name in OF_CALL ? OF_CALL[name] : tableOf(name);
  const table = field.replace(/Ids?$/, '');
  return table !== field && Object.hasOwn(scopes, table) ? table : null;
}

/** Lists every field in a schema that refers to records. A filter is left out: it finds only what the reader shows. */
function listReferences(schema: z.ZodType, at: readonly string[], name: string): RecordReference[] {
  const field = at.at(-1) ?? '';
  if (field === 'filter') return [];
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodUnion)
    return inner.options.flatMap((option) => listReferences(fullSchema(option), at, name));
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([key, part]) => listReferences(part, [...at, key], name));
  if (inner instanceof z.ZodArray && unwrap(inner.element).inner instanceof z.ZodObject)
    return listReferences(fullSchema(inner.element), at, name);
  const meta = findMeta(inner) ?? (inner instanceof z.ZodArray ? findMeta(inner.element) : undefined);
  if (meta?.kind === 'ref' || meta?.kind === 'refs') return [{ at, table: meta.to, column: 'id' }];
  const names = /(^id|Id)s?$/.test(field) || meta?.kind === 'id';
  return names ? [referenceTo(at, calledAfter(field, name), name)] : [];
}

function referenceTo(at: readonly string[], table: string | undefined | null, name: string): RecordReference {
  if (table === null) throw new Error(`${name}: nothing says what ${at.join('.')} names`);
  return { at, table, column: 'id' };
}

/** Derives the table of each parameter of a path. */
const inPath = (name: string, path: string): RecordReference[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((found) => {
    const param = found[1] ?? '';
    const at = ['params', param];
    // A waybill is identified by its number.
    if (param === 'awb') return { at, table: 'awb', column: 'billNo' };
    const to = param === 'id' ? shownAt(path.slice(0, found.index + found[0].length)) : undefined;
    return referenceTo(at, to ?? calledAfter(param, name), name);
  });

/**
 * Lists the references of a call, derived from its contract: those of its path, its reference fields, and ids by name.
 * @throws Error for a field that nothing derives or declares: a limited account could access any record by it.
 */
export const referencesOf = (name: string, { path, query, body }: Endpoint): RecordReference[] => [
  ...inPath(name, path),
  ...(query ? listReferences(query, ['query'], name) : []),
  ...(body ? listReferences(body, ['body'], name) : []),
];

const known = new Map<string, readonly RecordReference[]>();
/** References of a call to records that belong to warehouses; derived once per call. */
function boundReferences(name: string, found: Endpoint): readonly RecordReference[] {
  const namings =
    known.get(name) ??
    referencesOf(name, found).filter(({ table }) => table !== undefined && scopeOf(table).by !== 'nothing');
  known.set(name, namings);
  return namings;
}

/** Values at the end of a path through an input, from each row of a list. */
function valuesAt(value: unknown, [step, ...more]: readonly string[]): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((one) => valuesAt(one, step === undefined ? [] : [step, ...more]));
  if (step === undefined) return [value];
  return valuesAt(asRecord(value)[step], more);
}

/**
 * Refuses with NOT_FOUND a call that refers to records which the reader does not show: nothing is revealed of them, not
 * even that they exist.
 */
export async function requireVisible(
  read: Reader,
  name: string,
  found: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  const require = async (table: string, values: readonly unknown[], column = 'id') => {
    const wanted = [...new Set(values)];
    if (wanted.length === 0) return;
    const { n } = await byName(read)
      .selectFrom(table)
      .select(sql<number>`count(distinct ${sql.ref(column)})`.as('n'))
      .where(column, 'in', wanted)
      .executeTakeFirstOrThrow();
    if (Number(n) < wanted.length) throw new NotVisible();
  };
  for (const { at, table = '', column } of boundReferences(name, found))
    await require(table, valuesAt(input, at), column);
  if (name.startsWith('documentFile.')) {
    const { docType, id } = asRecord(input.params);
    await require(DOCUMENTS[String(docType)] ?? '', [id]);
  }
  if (name.startsWith('billPayment.') || name === 'bankEntry.book') {
    const { type: ofAll, ids } = asRecord(input.body);
    const named = Array.isArray(ids) ? ids.map((id) => ({ type: String(ofAll), id: Number(id) })) : [];
    const lines = [...(valuesAt(input, ['body', 'lines']) as { type: string; id: number }[]), ...named];
    for (const [type, table] of [
      ['cost', 'billCost'],
      ['revenue', 'billRevenue'],
      ['payment', 'billPayment'],
    ] as const)
      await require(table, lines.filter((line) => line.type === type).map(({ id }) => id));
  }
}
