import { problem } from '../../errors';
import { code, note } from '../../fields';
import type { GroupCheck, GroupIssue, ImportColumn, RowIssue, RowValues } from '../../importing/template';
import { batchNo, billNo, boxNo, patternRule, trackingNo, upperCased } from '../../rules/codes';
import type { CodeRule } from '../../rules/rule';

type Examples = ImportColumn['examples'];

/** Label of a box or tracking number of a parcel. */
const objectNo = patternRule(40, /^[A-Z0-9-]{3,40}$/, problem('OBJECT_NO_FORMAT'), (raw) =>
  upperCased(raw).replace(/ +/g, ''),
);

const CMR = /^CMR[ -]?\d{8}/i;
/** A bill, or its CMR. */
const billOrCmr: CodeRule = {
  max: 20,
  normalise: (raw) => (CMR.test(raw.trim()) ? upperCased(raw).replace(/ +/g, '') : billNo.normalise(raw)),
  check: (value) =>
    CMR.test(value)
      ? /^CMR\d{8}-\d{4,}$/.test(value)
        ? undefined
        : problem('CMR_NO_FORMAT')
      : billNo.check(value),
};

/** Column for the bill of a row. */
export const billColumn = (examples: Examples): ImportColumn => ({
  key: 'billNo',
  en: 'Bill number',
  cn: '提单号',
  aliases: [
    'MAWB',
    'AWB',
    'MAWB number',
    'Master',
    'Bill no',
    '主单号',
    '主运单号',
    '提单',
    'AWB no',
    'AWB number',
    'Waybill number',
    'Waybill no',
    'Air waybill number',
    'AWB-Nummer',
    'MAWB-Nummer',
    'Luftfrachtbriefnummer',
    'Frachtbriefnummer',
    '提单号码',
    '主提单号',
  ],
  field: code(billNo),
  required: true,
  examples,
});

/** Column for the bill or CMR of a row. */
export const billOrCmrColumn = (examples: Examples): ImportColumn => ({
  ...billColumn(examples),
  en: 'Bill or CMR number',
  cn: '提单号/CMR号',
  aliases: [
    'Bill number',
    'CMR number',
    'CMR',
    'CMR no',
    'MAWB',
    'AWB',
    ...['AWB no', 'AWB number', 'Waybill number', 'AWB-Nummer', 'MAWB-Nummer'],
    '提单号',
    'CMR号',
    'CMR编号',
    '主单号',
  ],
  field: code(billOrCmr),
});

/** Column for the batch of a bill; empty for all. */
export const batchColumn = (examples: Examples): ImportColumn => ({
  key: 'batchNo',
  en: 'Batch number',
  cn: '批次号',
  aliases: ['Batch', 'Batch no', '批次', 'Batchnummer', 'Chargennummer', 'Losnummer'],
  field: code(batchNo).nullable(),
  required: false,
  examples,
});

/** Column for a box of one bill. */
export const boxColumn = (examples: Examples): ImportColumn => ({
  key: 'boxNo',
  en: 'Box number',
  cn: '箱号',
  aliases: [
    'Box',
    'Box no',
    'Carton',
    'Carton no',
    'Bag',
    'Bag number',
    '箱号/大包号',
    '大包号',
    '袋号',
    'Karton',
    'Kartonnummer',
    'Karton-Nr.',
  ],
  field: code(boxNo),
  required: true,
  examples,
});

/** Column for a parcel. */
export const parcelColumn = (examples: Examples): ImportColumn => ({
  key: 'trackingNo',
  en: 'Tracking number',
  cn: '跟踪号',
  aliases: [
    'Tracking',
    'Tracking no',
    'Parcel',
    'Parcel number',
    'HAWB',
    '运单号',
    '包裹号',
    '跟踪单号',
    '小包号',
    'Sendungsnummer',
    'Paketnummer',
    'Trackingnummer',
    '追踪号',
    '追踪号码',
  ],
  field: code(trackingNo),
  required: true,
  examples,
});

/** Column for a parcel, or a box for all parcels in it. */
export const objectColumn = (examples: Examples): ImportColumn => ({
  ...parcelColumn(examples),
  key: 'number',
  en: 'Tracking or box number',
  cn: '跟踪号/箱号',
  aliases: [
    ...[
      'Number',
      'Tracking number',
      'Tracking no',
      'Tracking',
      'Parcel number',
      'Box number',
      'Box no',
      'Box',
    ],
    ...['单号', '跟踪号', '运单号', '包裹号', '箱号', '大包号'],
  ],
  field: code(objectNo),
});

export const remarkColumn = (examples: Examples = ['', '', '']): ImportColumn => ({
  key: 'remark',
  en: 'Remark',
  cn: '备注',
  aliases: ['Remarks', 'Note', 'Comment', '说明', 'Bemerkung', 'Bemerkungen'],
  field: note(500),
  required: false,
  examples,
});

/** Returns an error at a column. */
export const error = (column: string, code: Parameters<typeof problem>[0], params?: object): RowIssue => ({
  column,
  level: 'error',
  problem: problem(code, params as Parameters<typeof problem>[1]),
});

/** Returns a warning at a column. */
export const warning = (column: string, code: Parameters<typeof problem>[0], params?: object): RowIssue => ({
  ...error(column, code, params),
  level: 'warning',
});

/** True for a cell that is not empty; a time whose zone is unknown is missing among the values. */
export const isFilled = (values: RowValues, key: string): boolean => values[key] !== null;

/** Reports rows about the same thing; empty columns count as a value of their own. */
export function reportRepeats(by: string, ...more: readonly string[]): GroupCheck {
  return {
    by: [by],
    uses: more,
    atLeast: 2,
    check: (rows, number) => {
      const first = new Map<string, number>();
      return rows.flatMap((row, index): GroupIssue[] => {
        const key = more.map((column) => String(row[column] ?? '')).join(' ');
        const before = first.get(key);
        if (before === undefined) first.set(key, index);
        return before === undefined
          ? []
          : [{ index, ...error(by, 'ROW_DUPLICATE', { row: number(before) }) }];
      });
    },
  };
}
