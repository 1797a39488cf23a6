import { type Problem, problem } from '../errors';
import type { PastedCells } from '../importing/clipboard';
import type { DecimalSign } from '../importing/numberText';
import { LANGUAGES } from '../limits';
import { chargeTriggers } from '../vocabulary';
import { choiceLabel } from '../words';
import type { ChargeStep } from './charge';
import { labelsOf } from './quoteHeads';
import {
  type NumberReader,
  type PastedLines,
  type PasteWords,
  type RowRead,
  readRows,
  type WrongCell,
} from './quotePaste';

/** Columns of pasted charge flow steps. */
export type ChargeColumn =
  | 'trigger'
  | 'chargeItemId'
  | 'price'
  | 'minCharge'
  | 'overWeight'
  | 'overDays'
  | 'direction'
  | 'supplierId';

/** Lookup of records by the text of a cell. */
export interface ChargeWords extends Pick<PasteWords, 'item'> {
  /** Returns the supplier by code or name. */
  readonly supplier: (text: string) => number | undefined;
}

/** Column order of the grid, for rows pasted without a header. */
const USUAL: readonly ChargeColumn[] = [
  ...(['trigger', 'chargeItemId', 'price', 'minCharge', 'overWeight', 'overDays', 'direction'] as const),
];
/** Column headers in lower case: those of the grid, and the labels of the fields. */
const HEADS: Readonly<Record<string, ChargeColumn>> = {
  ...labelsOf('chargeFlow', [...USUAL, 'supplierId']),
  ...{ when: 'trigger', 触发: 'trigger', 'at least': 'minCharge', minimum: 'minCharge', min: 'minCharge' },
  ...{ 'over kg': 'overWeight', 超过公斤: 'overWeight', 'stored over days': 'overDays' },
  ...{ 仓储超过天数: 'overDays', 'charged or owed': 'direction', 收入或成本: 'direction', 单价: 'price' },
};
const NUMBERS: ReadonlySet<ChargeColumn> = new Set(['price', 'minCharge', 'overWeight', 'overDays']);
const PRICE = /^\d{1,10}(\.\d{1,4})?$/;

const wordKey = (text: string) => text.trim().toLowerCase();

function headOf(cells: readonly string[]): (ChargeColumn | undefined)[] | undefined {
  const found = cells.map((cell) => (Object.hasOwn(HEADS, wordKey(cell)) ? HEADS[wordKey(cell)] : undefined));
  return found.includes('trigger') && found.includes('chargeItemId') ? found : undefined;
}

/** Returns the value of a list by its key or by its label in any language. */
const choiceNamed = <Value extends string>(
  list: 'chargeTrigger' | 'lineDirection',
  values: readonly Value[],
  text: string,
): Value | undefined =>
  values.find((value) =>
    [value, ...LANGUAGES.map((language) => choiceLabel(language, list, value))].some(
      (word) => wordKey(word) === wordKey(text),
    ),
  );

function readRow(
  cells: readonly string[],
  columns: readonly (ChargeColumn | undefined)[],
  words: ChargeWords,
  numbers: NumberReader,
): RowRead<ChargeStep, ChargeColumn> {
  const wrong: Omit<WrongCell<ChargeColumn>, 'row'>[] = [];
  const refuse = (column: ChargeColumn, found: Problem) => void wrong.push({ column, problem: found });
  const cell = (column: ChargeColumn) => (cells[columns.indexOf(column)] ?? '').trim();
  const known = <Value>(column: ChargeColumn, value: Value | undefined): Value | undefined => {
    const text = cell(column);
    if (value === undefined)
      refuse(column, text === '' ? problem('REQUIRED') : problem('REFERENCE_UNKNOWN', { value: text }));
    return value;
  };
  const number = (
    column: ChargeColumn,
    isRight: (read: string) => boolean,
    code: 'QUOTE_CELL_PRICE' | 'NUMBER_INVALID',
  ) => {
    const text = cell(column);
    if (text === '') return null;
    const read = numbers(text);
    if (typeof read === 'string' && isRight(read)) return read;
    refuse(column, typeof read === 'string' ? problem(code, { value: text }) : read);
    return null;
  };
  const price = (column: ChargeColumn) => number(column, (read) => PRICE.test(read), 'QUOTE_CELL_PRICE');
  const atMost = (column: ChargeColumn, most: number, isWhole: boolean) => {
    const isRight = (read: string) => {
      const value = Number(read);
      return value >= 0 && value <= most && (!isWhole || Number.isInteger(value));
    };
    const read = number(column, isRight, 'NUMBER_INVALID');
    return read === null ? null : Number(read);
  };
  const trigger = known('trigger', choiceNamed('chargeTrigger', chargeTriggers, cell('trigger')));
  const item = known('chargeItemId', words.item(cell('chargeItemId')));
  // The grid shows a cost with its supplier after a colon.
  const [, way = '', behind = ''] = /^([^:：]*)(?:[:：]\s*(.*))?$/s.exec(cell('direction')) ?? [];
  const supplierText = behind || cell('supplierId');
  const direction =
    way === ''
      ? supplierText === ''
        ? 'revenue'
        : 'cost'
      : known('direction', choiceNamed('lineDirection', ['revenue', 'cost'] as const, way));
  const supplierId =
    direction !== 'cost'
      ? null
      : known(behind === '' ? 'supplierId' : 'direction', words.supplier(supplierText));
  const step = {
    ...{ price: price('price'), minCharge: price('minCharge') },
    ...{ overWeight: atMost('overWeight', 1_000_000, false), overDays: atMost('overDays', 365, true) },
  };
  if (wrong.length > 0 || !trigger || !item || !direction || supplierId === undefined) return { wrong };
  return { line: { ...step, trigger, chargeItemId: item.id, direction, supplierId } };
}

/** Reads the steps of a charge flow; without a direction, a step with a supplier is a cost, any other is revenue. */
export const readChargeSteps = (
  block: PastedCells,
  words: ChargeWords,
  sign?: DecimalSign,
): PastedLines<ChargeStep, ChargeColumn> =>
  readRows(
    block,
    {
      ...{ headOf, usual: USUAL, isNumber: (column) => NUMBERS.has(column) },
      readRow: (cells, columns, numbers) => readRow(cells, columns, words, numbers),
    },
    sign,
  );
