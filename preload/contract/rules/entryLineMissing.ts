import { type Problem, problem } from '../errors';
import type { EntryLine } from '../sea/seaEntry';
import type { UsRate } from '../sea/usRate';
import { chapter99, hsUseProblem } from './customs';
import { additionalOf, ENTRY_CURRENCY, excludedOf, wrongExclusions } from './entryDuty';
import type { MissingField } from './missing';
import { toMinor } from './money';
import { formatDay } from './zonedTime';

const LINE = [
  'hts',
  'originCountry',
  'manufacturerId',
  'description',
  'quantity1',
  'unit1',
  'value',
] as const satisfies readonly (keyof EntryLine)[];

/** Cases of duty orders, each with the rate of its deposit. */
const ORDERS = [
  ['adCaseNo', 'adRate'],
  ['cvdCaseNo', 'cvdRate'],
] as const;

/** Facts of the entry that the check of a line needs. */
interface LinePlace {
  /** Position in the entry, from 0. */
  readonly at: number;
  readonly byAir: boolean;
  /** Rates of the day of the entry. */
  readonly valid: readonly UsRate[];
  /** The day, if one of the line's headings has no rate on it. */
  readonly unrated: string | null;
}

const headings = (codes: readonly string[]) => ({
  list: codes.map((code) => chapter99.format?.(code) ?? code),
});

/** Returns what a line of an entry lacks before submission, in the order of its fields. */
export function lineMissing(line: EntryLine, { at, byAir, valid, unrated }: LinePlace): MissingField[] {
  const found: MissingField[] = [];
  const add = (name: string, wrong: Problem) => found.push({ path: `lines.${at}.${name}`, problem: wrong });
  const require = (name: string, value: unknown) => {
    if (value === null || value === undefined || value === '') add(name, problem('REQUIRED'));
  };
  for (const name of LINE) require(name, line[name]);
  const level = line.hts === null ? undefined : hsUseProblem(line.hts, 'usEntry');
  if (level) add('hts', level);
  if (line.value !== null && toMinor(line.value, ENTRY_CURRENCY) <= 0)
    add('value', problem('NUMBER_MIN', { min: '0.01' }));
  if ((line.quantity2 === null) !== (line.unit2 === null))
    require(line.unit2 === null ? 'unit2' : 'quantity2', null);
  if (line.pgaAgency !== null && line.pgaProgram === null && line.pgaDisclaim === null)
    require('pgaProgram', null);
  if (byAir && line.consignmentNo !== null) require('consigneeName', line.consigneeName);
  for (const [caseNo, rate] of ORDERS)
    if ((line[caseNo] === null) !== (line[rate] === null)) require(line[rate] === null ? rate : caseNo, null);

  const misfit = wrongExclusions(valid, line);
  const excluded = excludedOf(valid, line);
  const both = line.additionalHts.filter((code) => excluded.has(code));
  const due = additionalOf(valid, line).filter((code) => !line.additionalHts.includes(code));
  if (misfit.length > 0) add('additionalHts', problem('ENTRY_EXCLUSION_WRONG', { codes: headings(misfit) }));
  if (both.length > 0) add('additionalHts', problem('ENTRY_EXCLUDED', { codes: headings(both) }));
  if (due.length > 0) add('additionalHts', problem('ENTRY_ADDITIONAL', { codes: headings(due) }));
  else if (unrated !== null && !level)
    add('hts', problem('US_RATE_NONE', { code: line.hts ?? '', day: formatDay(unrated) }));
  return found;
}
