import { check } from '@contract/checked';
import { problem } from '@contract/errors';
import { fileTemplates } from '@contract/files/templates';
import { isOneOf } from '@contract/names';
import { draftOf, freshOf } from '@contract/resource';
import { isfMissing } from '@contract/rules/isfMissing';
import {
  isfFiveParties,
  isfTenParties,
  MAX_ISF_CONTAINERS,
  MAX_ISF_LINES,
  seaIsf,
} from '@contract/sea/seaIsf';
import type { Context } from '../../../core/context';
import { refuseFields } from '../../../core/refusal';
import type { Reader } from '../../../store/open';
import { seaIsfHandlers } from '../../sea/isf';
import { prefillIsf } from '../../sea/isfPrefill';
import type { BookKind, CreatedRecord, FieldPlace, RecordRows } from '../books';
import type { FileRow } from '../rowKind';
import { textOf } from './bills';
import { addressLines, filledIn } from './filingRows';

type Values = Record<string, unknown>;

/** ISFs as drafts: one for each row of the first sheet, with its commodities and containers. */
export const isfBook: BookKind = {
  template: fileTemplates.isf,
  record: 'seaIsf',
  // Ports have no time zone here: their times are read as exports show them.
  context: { zone: 'UTC' },
  make: makeIsf,
  placeOf,
};

/**
 * Creates the draft of an ISF, linked to its sea bill if that is on record: fields the row leaves empty come from
 * there. Reports what it lacks before it can be submitted.
 */
async function makeIsf(context: Context, { head, others }: RecordRows): Promise<CreatedRecord> {
  const { read } = context;
  const lines = inOrder(others.lines ?? []).map(({ values: { hblNo: _, lineNo: __, ...line } }) => ({
    ...EMPTY_LINE,
    ...line,
  }));
  const containers = (others.containers ?? []).map(({ values: { containerNo, containerType = null } }) => ({
    containerNo,
    containerType,
  }));
  for (const [path, rows, max] of [
    ['lines', lines, MAX_ISF_LINES],
    ['containers', containers, MAX_ISF_CONTAINERS],
  ] as const)
    if (rows.length > max) throw refuseFields({ [path]: problem('LIST_TOO_LONG', { max }) });
  const bill = await billOf(read, head);
  const draft = check(draftOf(seaIsf.row, seaIsf.draft), {
    ...(bill === null ? freshOf(seaIsf) : await prefillIsf(read, bill)),
    ...fieldsOf(head),
    ...(lines.length > 0 ? { lines } : {}),
    ...(containers.length > 0 ? { containers } : {}),
  });
  if (!draft.ok) throw refuseFields(draft.problems);
  const body = draft.value;
  const { id, version, isfNo } = await seaIsfHandlers.create(context, { body });
  const no = [body.mblNo, body.hblNo].filter(Boolean).join(' ');
  return {
    effect: { what: 'seaIsf', recordId: id, before: null, after: { version } },
    number: isfNo,
    missing: [
      ...(bill === null ? [{ path: 'mblNo', problem: problem('FILE_NO_SEA_BILL', { no }) }] : []),
      ...isfMissing(body),
    ],
  };
}

const inOrder = (rows: readonly FileRow[]): FileRow[] =>
  [...rows].sort((a, b) => Number(a.values.lineNo) - Number(b.values.lineNo));

const EMPTY_LINE = {
  ...{ hts: null, originCountry: null, manufacturerName: null, manufacturerAddress: null },
  ...{ manufacturerCity: null, manufacturerState: null, manufacturerPostcode: null },
  ...{ manufacturerCountry: null, description: null },
};

/** Finds the sea bill that a row names; null when there is none. */
async function billOf(db: Reader, row: FileRow): Promise<number | null> {
  const mblNo = textOf(row, 'mblNo') ?? '';
  const hblNo = textOf(row, 'hblNo');
  const found = await db
    .selectFrom('seaBill')
    .select('id')
    .where('mblNo', '=', mblNo)
    .where((bill) => (hblNo === null ? bill('hblNo', 'is', null) : bill('hblNo', '=', hblNo)))
    .where('state', '!=', 'cancelled')
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Header fields whose column has the same name. */
const SAME = [
  'isfType',
  'actionReason',
  'shipmentType',
  'modeOfTransport',
  'billType',
  'mblNo',
  'hblNo',
  'scac',
  'vesselName',
  'voyageNo',
  'polCode',
  'podCode',
  'loadingAt',
  'etd',
  'eta',
  'importerIdType',
  'importerNumber',
  'consigneeIdType',
  'consigneeNumber',
  'foreignPort',
  'placeOfDelivery',
  'bondActivity',
  'bondType',
  'bondHolder',
  'suretyCode',
  'singleBondNo',
  'poNumber',
  'remark',
] as const;
const PARTIES = [...new Set([...isfTenParties, ...isfFiveParties])];

/** Fields of an ISF that a row fills in; empty cells are left out. */
function fieldsOf(row: FileRow): Values {
  const fields = filledIn(row, SAME);
  for (const who of PARTIES) {
    const of = (part: string) => textOf(row, `${who}${part}`);
    const name = addressLines(of('Name'));
    const parts = {
      ...{ name: name.address1, name2: name.address2 },
      ...addressLines(of('Address')),
      ...{ city: of('City'), state: of('State'), postcode: of('Postcode'), country: of('Country') },
    };
    if (Object.values(parts).some((part) => part !== null)) fields[who] = parts;
  }
  return fields;
}

/** Columns of the parts of a party. */
const PARTS: Readonly<Record<string, string>> = {
  name2: 'Name',
  address1: 'Address',
  address2: 'Address',
};
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Sheet and column of the field at a path of an ISF. */
function placeOf(path: string): FieldPlace {
  const [first = '', second = '', third = ''] = path.split('.');
  if ((first === 'lines' || first === 'containers') && second !== '')
    return { sheet: first, at: Number(second), column: third };
  if (isOneOf(PARTIES, first))
    return { sheet: 'header', at: 0, column: `${first}${PARTS[second] ?? capital(second || 'name')}` };
  return { sheet: 'header', at: 0, column: first === 'seaBillId' ? 'mblNo' : first };
}
