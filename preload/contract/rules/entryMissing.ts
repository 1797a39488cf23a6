import { type Problem, problem } from '../errors';
import type { SeaEntry } from '../sea/seaEntry';
import type { UsRate } from '../sea/usRate';
import { byConsignee } from './consignees';
import { ENTRY_CURRENCY, entryDuty, ratesOn, typeLimit } from './entryDuty';
import { lineMissing } from './entryLineMissing';
import type { MissingField } from './missing';
import { toMinor } from './money';
import { formatDay } from './zonedTime';

/** The fields of an entry that a person fills in. */
export type EntryDraft = Pick<
  SeaEntry,
  | 'entryType'
  | 'mode'
  | 'netchbAccountId'
  | 'importerTaxId'
  | 'importer'
  | 'consigneeTaxId'
  | 'consignee'
  | 'processingPort'
  | 'entryPort'
  | 'unladingPort'
  | 'entryDate'
  | 'importDate'
  | 'exportDate'
  | 'carrierCode'
  | 'vesselName'
  | 'voyageNo'
  | 'exportCountry'
  | 'foreignPort'
  | 'bills'
  | 'containerNos'
  | 'bondType'
  | 'suretyCode'
  | 'bondAmount'
  | 'description'
  | 'grossWeight'
  | 'lines'
>;

/** Bond types besides the continuous one: for a single transaction, and none. */
const SINGLE = '9';
const NONE = '0';
/** Entry types of low value or risk, which need no bond (19 CFR 142.4). */
const WITHOUT_BOND: ReadonlySet<string> = new Set(['11', '12', '86']);
/** Informal entries, which are made for each consignee (19 CFR 141.51, 143.21(a)). */
const ONE_CONSIGNEE: ReadonlySet<string> = new Set(['11', '12']);
const BY_VESSEL: ReadonlySet<string> = new Set(['10', '11']);
const IN_CONTAINERS = '11';
/** Entry types that are not open to such goods. */
const CONSUMED_FREELY: ReadonlySet<string> = new Set(['01', '02', '11', '12', '86']);
/** Entry types for goods under an antidumping or countervailing duty order (CBP form 7501, block 2). */
const UNDER_ORDER: ReadonlySet<string> = new Set(['03', '07', '34', '38']);
const BY_AIR: ReadonlySet<string> = new Set(['40', '41']);

const HEAD = [
  'netchbAccountId',
  'importerTaxId',
  'processingPort',
  'entryPort',
  'unladingPort',
  'entryDate',
  'importDate',
  'exportDate',
  'carrierCode',
  'voyageNo',
  'exportCountry',
  'bondType',
  'description',
] as const satisfies readonly (keyof EntryDraft)[];
const PARTY = ['name', 'address1', 'city', 'country'] as const;

const cents = (amount: string | null): number => (amount === null ? 0 : toMinor(amount, ENTRY_CURRENCY));

/**
 * Returns what an entry lacks before submission (reference 3.6, 5.6.3), in the order of its form: empty fields, days in
 * the wrong order, a type not accepted on its day or for its value, a bond that does not cover it, commodities without
 * a rate or without their additional duties.
 */
export function entryMissing(entry: EntryDraft, rates: readonly UsRate[]): MissingField[] {
  const found: MissingField[] = [];
  const add = (path: string, wrong: Problem) => found.push({ path, problem: wrong });
  const require = (path: string, value: unknown) => {
    if (value === null || value === undefined || value === '') add(path, problem('REQUIRED'));
  };
  const { entryType, mode, entryDate, importDate, exportDate, bondType, bondAmount, lines } = entry;
  const duty = entryDuty(entry, rates);

  const limit = entryDate === null ? null : typeLimit(rates, entryType, entryDate);
  if (entryDate !== null && limit === null)
    add('entryType', problem('ENTRY_TYPE_CLOSED', { type: entryType }));
  if (limit?.maximum && cents(duty.totalValue) > cents(limit.maximum))
    add('entryType', problem('ENTRY_TYPE_VALUE', { type: entryType, limit: limit.maximum }));

  for (const { name, until } of duty.outdated)
    add('entryDate', problem('US_FEE_OUTDATED', { name, day: formatDay(until) }));

  for (const name of HEAD) require(name, entry[name]);
  for (const name of ['importer', 'consignee'] as const)
    for (const part of PARTY) require(`${name}.${part}`, entry[name]?.[part]);
  if (exportDate !== null && importDate !== null && exportDate > importDate)
    add('importDate', problem('DAYS_ORDER', { previous: { field: 'exportDate' } }));
  if (BY_VESSEL.has(mode)) {
    require('vesselName', entry.vesselName);
    require('foreignPort', entry.foreignPort);
  }
  if (mode === IN_CONTAINERS && entry.containerNos.length === 0) require('containerNos', null);

  if (entry.bills.length === 0) require('bills', null);
  for (const [at, bill] of entry.bills.entries()) {
    require(`bills.${at}.masterNo`, bill.masterNo);
    require(`bills.${at}.quantity`, bill.quantity);
    require(`bills.${at}.unit`, bill.unit);
  }

  const bonded = bondType !== null && bondType !== NONE;
  if (bondType === NONE && !WITHOUT_BOND.has(entryType))
    add('bondType', problem('BOND_REQUIRED', { type: entryType }));
  if (bonded) require('suretyCode', entry.suretyCode);
  if (bondType === SINGLE) {
    const least = cents(duty.totalValue) + cents(duty.grandTotal);
    if (bondAmount === null) require('bondAmount', null);
    else if (cents(bondAmount) < least)
      add('bondAmount', problem('BOND_TOO_SMALL', { least: (least / 100).toFixed(2) }));
  }

  if (ONE_CONSIGNEE.has(entryType)) {
    const count = byConsignee(lines.filter(({ consigneeName }) => consigneeName !== null)).length;
    if (count > 1) add('lines', problem('ENTRY_ONE_CONSIGNEE', { type: entryType, count }));
  }
  if (!entry.grossWeight) require('grossWeight', null);
  if (lines.length === 0) require('lines', null);
  const valid = entryDate === null ? [] : ratesOn(rates, entryDate);
  const unknown = new Set(duty.unknown);
  const underOrder = lines.some(({ adCaseNo, cvdCaseNo }) => adCaseNo || cvdCaseNo);
  if (UNDER_ORDER.has(entryType) && !underOrder && lines.length > 0)
    add('lines.0.adCaseNo', problem('ORDER_CASE_NONE', { type: entryType }));
  if (underOrder && CONSUMED_FREELY.has(entryType))
    add('entryType', problem('ORDER_CASE_TYPE', { type: entryType }));
  for (const [at, line] of lines.entries()) {
    const unrated = unknown.has(at + 1) ? entryDate : null;
    found.push(...lineMissing(line, { at, byAir: BY_AIR.has(mode), valid, unrated }));
  }
  return found;
}
