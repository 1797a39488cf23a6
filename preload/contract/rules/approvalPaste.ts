import { type Problem, problem } from '../errors';
import type { PastedCells } from '../importing/clipboard';
import type { DecimalSign } from '../importing/numberText';
import type { ApprovalStep } from './approval';
import { labelsOf } from './quoteHeads';
import { type NumberReader, type PastedLines, type RowRead, readRows, type WrongCell } from './quotePaste';

/** Columns of pasted approval steps. */
export type ApprovalColumn = keyof ApprovalStep;

/** People or groups with the same name; inactive ones cannot decide. */
type NameMatches = readonly { readonly id: number; readonly active: boolean }[];

/** Lookup of approvers by the text of a cell. */
export interface ApprovalWords {
  readonly staff: (name: string) => NameMatches;
  readonly group: (name: string) => NameMatches;
}

/** Column order of the form, for rows pasted without a header. */
const USUAL: readonly ApprovalColumn[] = [
  ...(['name', 'approverStaffIds', 'approverGroupIds', 'mode', 'dueHours'] as const),
];
/** Column headers in lower case: the words of the form, and the labels of the fields. */
const HEADS: Readonly<Record<string, ApprovalColumn>> = {
  ...labelsOf('approvalConfig', ['approverStaffIds', 'approverGroupIds', 'mode', 'dueHours'] as const),
  ...{ name: 'name', step: 'name', 名称: 'name', 步骤: 'name', people: 'approverStaffIds' },
  ...{ groups: 'approverGroupIds', 权限组: 'approverGroupIds', 审批方式: 'mode' },
  ...{ 'each of them must approve': 'mode', 须全部审批通过: 'mode', hours: 'dueHours' },
  ...{ 'hours to decide': 'dueHours', '审批时限（小时）': 'dueHours', 审批时限: 'dueHours' },
};
const MODES: Readonly<Record<string, ApprovalStep['mode']>> = {
  ...{ any: 'any', no: 'any', '': 'any', 否: 'any', 任一: 'any' },
  ...{ all: 'all', yes: 'all', each: 'all', 是: 'all', 全部: 'all' },
};
/** Separators between names in one cell; a comma may also be part of a name. */
const BETWEEN = /[;；、\n]/;
const COMMA = /[,，]/;
const HOURS = /\s*(?:h|hrs?|hours?|小时)$/i;
const MOST_HOURS = 8760;
const LONGEST_NAME = 60;

const wordKey = (text: string) => text.trim().toLowerCase();

function headOf(cells: readonly string[]): (ApprovalColumn | undefined)[] | undefined {
  const found = cells.map((cell) => (Object.hasOwn(HEADS, wordKey(cell)) ? HEADS[wordKey(cell)] : undefined));
  return found.includes('name') && found.some((column) => column?.startsWith('approver')) ? found : undefined;
}

function readRow(
  cells: readonly string[],
  columns: readonly (ApprovalColumn | undefined)[],
  words: ApprovalWords,
  numbers: NumberReader,
): RowRead<ApprovalStep, ApprovalColumn> {
  const wrong: Omit<WrongCell<ApprovalColumn>, 'row'>[] = [];
  const refuse = (column: ApprovalColumn, found: Problem) => void wrong.push({ column, problem: found });
  const cell = (column: ApprovalColumn) => (cells[columns.indexOf(column)] ?? '').trim();
  const ids = (column: ApprovalColumn, known: (name: string) => NameMatches): number[] => {
    const names = cell(column)
      .split(BETWEEN)
      .flatMap((part) => (known(part.trim()).length > 0 ? [part] : part.split(COMMA)));
    const found = names.flatMap((name) => {
      const value = name.trim();
      if (value === '') return [];
      const matches = known(value);
      const active = matches.filter((one) => one.active);
      if (active.length > 1) refuse(column, problem('APPROVER_AMBIGUOUS', { value }));
      else if (active.length === 0)
        refuse(column, problem(matches.length > 0 ? 'REFERENCE_INACTIVE' : 'REFERENCE_UNKNOWN', { value }));
      return active.map(({ id }) => id);
    });
    return [...new Set(found)];
  };
  const name = cell('name');
  if (name === '') refuse('name', problem('REQUIRED'));
  else if (name.length > LONGEST_NAME) refuse('name', problem('TOO_LONG', { max: LONGEST_NAME }));
  const approverStaffIds = ids('approverStaffIds', words.staff);
  const approverGroupIds = ids('approverGroupIds', words.group);
  const modeText = wordKey(cell('mode'));
  const mode = Object.hasOwn(MODES, modeText) ? MODES[modeText] : undefined;
  if (mode === undefined)
    refuse('mode', problem('CHOICE_UNKNOWN', { value: cell('mode'), choices: 'any, all' }));
  const hoursText = cell('dueHours').replace(HOURS, '');
  const read = hoursText === '' ? null : numbers(hoursText);
  const hours = Number(read);
  if (read !== null && typeof read !== 'string') refuse('dueHours', read);
  else if (read !== null && !(Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS))
    refuse('dueHours', problem('NUMBER_INVALID', { value: cell('dueHours') }));
  if (wrong.length > 0 || !mode) return { wrong };
  const dueHours = read === null ? null : hours;
  return { line: { name, mode, approverStaffIds, approverGroupIds, dueHours } };
}

/** Reads the steps of an approval; steps without approvers are accepted, to be completed by hand. */
export const readApprovalSteps = (
  block: PastedCells,
  words: ApprovalWords,
  sign?: DecimalSign,
): PastedLines<ApprovalStep, ApprovalColumn> =>
  readRows(
    block,
    {
      ...{ headOf, usual: USUAL, isNumber: (column) => column === 'dueHours' },
      readRow: (cells, columns, numbers) => readRow(cells, columns, words, numbers),
    },
    sign,
  );
