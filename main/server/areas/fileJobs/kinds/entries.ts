import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import { fileTemplates } from '@contract/files/templates';
import { draftOf } from '@contract/resource';
import { isMawb } from '@contract/rules/codes';
import { consigneeKey } from '@contract/rules/consignees';
import { ENTRY_CURRENCY } from '@contract/rules/entryDuty';
import { entryMissing } from '@contract/rules/entryMissing';
import { sumOf } from '@contract/rules/money';
import { midOf } from '@contract/rules/usManufacturer';
import { MAX_LINES } from '@contract/sea/entryParts';
import { type EntryLine, type SeaEntry, seaEntry } from '@contract/sea/seaEntry';
import type { Context } from '../../../core/context';
import { refuseFields } from '../../../core/refusal';
import type { Reader } from '../../../store/open';
import { seaEntryHandlers } from '../../sea/entry';
import { consigneeOf, emptyLine, INFORMAL, prefill } from '../../sea/entryPrefill';
import { readRates } from '../../sea/usRate';
import { type BookKind, type CreatedRecord, type FieldPlace, ROWS } from '../books';
import type { FileRow } from '../rowKind';
import { textOf } from './bills';
import { addressLines, filledIn } from './filingRows';

type Values = Record<string, unknown>;

/**
 * Entries as drafts, each from a row and its lines on another sheet; fields the row leaves empty come from its bill.
 */
export const entryBook: BookKind = {
  template: fileTemplates.entry,
  record: 'seaEntry',
  make: (context, { head, others }) => makeEntry(context, head, { ...fieldsOf(head) }, others.lines ?? []),
  placeOf: (path) => placeOf(path, { head: 'header', lines: 'lines' }),
};

/** One informal entry for each consignee of the consignments of a bill (19 CFR 141.51). */
export const consignmentBook: BookKind = {
  template: fileTemplates.entry_type11,
  record: 'seaEntry',
  together: (row) =>
    `${textOf(row, 'masterNo')} ${textOf(row, 'batchNo')} ${consigneeKey({
      consignmentNo: textOf(row, 'consignmentNo'),
      consigneeName: textOf(row, 'consigneeName'),
      consigneeAddress: textOf(row, 'consigneeAddress'),
      consigneeCity: textOf(row, 'consigneeCity'),
      consigneePostcode: textOf(row, 'consigneePostcode'),
    })}`,
  make: (context, { head, others }) => {
    const rows = others[ROWS] ?? [];
    const [first] = rows;
    const consignee = first && consigneeOf(lineOf(first));
    return makeEntry(context, head, { ...INFORMAL, ...(consignee?.name ? { consignee } : {}) }, rows);
  },
  placeOf: (path) => placeOf(path, { head: '', lines: ROWS }),
};

/** Creates the draft of an entry, and reports what it lacks before it can be submitted. */
async function makeEntry(
  context: Context,
  head: FileRow,
  given: Values,
  rows: readonly FileRow[],
): Promise<CreatedRecord> {
  const { read } = context;
  if (rows.length > MAX_LINES)
    throw refuseFields({ lines: problem('FILE_LINES', { max: MAX_LINES, n: rows.length }) });
  const known = await prefill(read, await billOf(read, head));
  const lines = [...rows].sort((a, b) => Number(a.values.lineNo) - Number(b.values.lineNo)).map(lineOf);
  const invoices = invoicesOf(lines);
  const draft = check(draftOf(seaEntry.row, seaEntry.draft), {
    ...known,
    ...given,
    ...(lines.length > 0 ? { lines } : {}),
    ...(invoices.length > 0 ? { invoices } : {}),
  });
  if (!draft.ok) throw refuseFields(draft.problems);
  const { id, version, entryNo, masterNo } = await seaEntryHandlers.create(context, {
    body: draft.value,
  });
  const missing = entryMissing(draft.value, await readRates(read));
  return {
    effect: { what: 'seaEntry', recordId: id, before: null, after: { version } },
    number: entryNo ?? masterNo ?? String(id),
    missing,
  };
}

/** Finds the sea bill that a row names, or the air bill to the United States. Refuses at its column. */
async function billOf(db: Reader, row: FileRow): Promise<{ seaBillId: number } | { billId: number }> {
  const no = textOf(row, 'masterNo') ?? '';
  const house = textOf(row, 'houseNo');
  const one = <T>(found: readonly T[]): T => {
    const [first, more] = found;
    if (more) throw refuseFields({ masterNo: problem('FILE_BILL_SEVERAL', { no }) });
    if (!first) {
      const all = [no, house].filter(Boolean).join(' ');
      throw refuseFields({ masterNo: problem('FILE_BILL_UNKNOWN', { no: all }) });
    }
    return first;
  };
  if (!isMawb(no)) {
    let matching = db
      .selectFrom('seaBill')
      .select('id')
      .where('mblNo', '=', no)
      .where('state', '!=', 'cancelled');
    if (house) matching = matching.where('hblNo', '=', house);
    return { seaBillId: one(await matching.limit(2).execute()).id };
  }
  const batch = textOf(row, 'batchNo');
  let matching = db.selectFrom('bill').select('id').where('billNo', '=', no).where('removedAt', 'is', null);
  if (house) matching = matching.where('houseNo', '=', house);
  if (batch) matching = matching.where('batchNo', '=', batch);
  return { billId: one(await matching.limit(2).execute()).id };
}

/** Header fields whose column has the same name. */
const SAME = [
  'entryNo',
  'entryType',
  'importerTaxId',
  'consigneeTaxId',
  'processingPort',
  'entryPort',
  'unladingPort',
  'importDate',
  'exportDate',
  'exportCountry',
  'foreignPort',
  'carrierCode',
  'vesselName',
  'voyageNo',
  'bondType',
  'suretyCode',
  'bondAmount',
  'description',
  'grossWeight',
  'charges',
  'firmsCode',
  'remark',
] as const;

/** Fields of an entry that a row fills in; empty cells are left out. */
function fieldsOf(row: FileRow): Values {
  const fields = filledIn(row, SAME);
  if (fields.importDate) fields.entryDate = fields.importDate;
  for (const who of ['importer', 'consignee'] as const) {
    const found = partyOf(row, who);
    if (found) fields[who] = found;
  }
  return fields;
}

/** A party of the header; undefined if the row has none of its columns. */
function partyOf(row: FileRow, who: 'importer' | 'consignee'): Values | undefined {
  const of = (part: string) => textOf(row, `${who}${part}`);
  const address = of('Address');
  const parts = {
    name: of('Name'),
    ...addressLines(address),
    ...{ city: of('City'), state: of('State'), postcode: of('Postcode'), country: of('Country') },
  };
  return Object.values(parts).some((part) => part !== null) ? parts : undefined;
}

/** A line of the file; the manufacturer code is derived from its name and address. */
function lineOf(row: FileRow): EntryLine {
  const { values } = row;
  const { lineWeight = null, lineNo: _, houseNo: __, masterNo: ___, batchNo: ____, ...same } = values;
  const manufacturer = {
    name: textOf(row, 'manufacturerName') ?? '',
    address: textOf(row, 'manufacturerAddress') ?? '',
    city: textOf(row, 'manufacturerCity') ?? '',
    country: textOf(row, 'originCountry') ?? '',
  };
  return {
    ...emptyLine,
    ...same,
    manufacturerId: textOf(row, 'manufacturerId') ?? midOf(manufacturer),
    // In the format of a stored amount.
    value: typeof values.value === 'string' ? sumOf([values.value], ENTRY_CURRENCY) : null,
    grossWeight: typeof lineWeight === 'number' ? lineWeight : null,
  };
}

/** The invoices that lines name, each with the total value of its lines. */
function invoicesOf(lines: readonly EntryLine[]): SeaEntry['invoices'] {
  const numbers = new Set(lines.flatMap(({ invoiceNo }) => invoiceNo ?? []));
  return [...numbers].map((invoiceNo) => ({
    ...{ invoiceNo, date: null, currency: ENTRY_CURRENCY, rate: '1', sellerName: null },
    value: sumOf(
      lines.filter((line) => line.invoiceNo === invoiceNo).flatMap(({ value }) => value ?? []),
      ENTRY_CURRENCY,
    ),
  }));
}

/** Columns of parts of a party and of a line whose names differ from the field's. */
const PARTS: Readonly<Record<string, string>> = {
  name: 'Name',
  address1: 'Address',
  address2: 'Address',
  city: 'City',
  state: 'State',
  postcode: 'Postcode',
  country: 'Country',
};
const LINE_COLUMNS: Readonly<Record<string, string>> = { grossWeight: 'lineWeight', pgaProgram: 'pgaAgency' };
/** Fields taken from the bill; their problems are reported at its number. */
const FROM_BILL: ReadonlySet<string> = new Set(['seaBillId', 'billId', 'bills', 'containerNos', 'lines']);

/** Sheet and column of the field at a path of an entry. */
function placeOf(path: string, sheets: { readonly head: string; readonly lines: string }): FieldPlace {
  const [first = '', second = '', third = ''] = path.split('.');
  if (first === 'lines' && second !== '')
    return { sheet: sheets.lines, at: Number(second), column: LINE_COLUMNS[third] ?? third };
  if (first === 'importer' || first === 'consignee')
    return { sheet: sheets.head, at: 0, column: `${first}${PARTS[second] ?? 'Name'}` };
  return { sheet: sheets.head, at: 0, column: FROM_BILL.has(first) ? 'masterNo' : first };
}
