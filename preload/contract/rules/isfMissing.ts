import { type Problem, problem } from '../errors';
import { type IsfDraft, type IsfPartyName, isfFiveParties, isfTenParties } from '../sea/seaIsf';
import { hsUseProblem, partyNumberProblem } from './customs';
import type { MissingField } from './missing';

/** Shipment fields that every ISF needs. */
const HEAD = [
  'netchbAccountId',
  'mblNo',
  'scac',
  'vesselName',
  'voyageNo',
  'polCode',
  'podCode',
  'etd',
  'eta',
] as const satisfies readonly (keyof IsfDraft)[];

/** Party identities of an ISF-10: kind of number, and number. */
const NUMBERS = [
  ['importerIdType', 'importerNumber'],
  ['consigneeIdType', 'consigneeNumber'],
] as const;

const ADDRESS = ['name', 'address1', 'city', 'country'] as const;
/** Additional address fields in the United States. */
const ADDRESS_US = ['state', 'postcode'] as const;
const LINE_TEN = [
  'originCountry',
  'manufacturerName',
  'manufacturerAddress',
  'manufacturerCity',
  'manufacturerCountry',
] as const;

const SINGLE_BOND = '9';
/** With flexible timing, stuffing location and consolidator may follow until 24 hours before arrival (19 CFR 149.2). */
const LATER: ReadonlySet<string> = new Set(['FT', 'FX']);
const MAY_FOLLOW: ReadonlySet<IsfPartyName> = new Set(['stuffingLocation', 'consolidator']);

const REQUIRED = problem('REQUIRED');
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/**
 * Returns what an ISF lacks before submission, by the elements of its type (19 CFR 149.3): ten for imported goods, five
 * for goods that stay on board or move on in bond. In the order of the form.
 */
export function isfMissing(isf: IsfDraft): MissingField[] {
  const found: MissingField[] = [];
  const add = (path: string, wrong: Problem | undefined) => {
    if (wrong) found.push({ path, problem: wrong });
  };
  const need = (path: string, value: unknown) => add(path, isEmpty(value) ? REQUIRED : undefined);
  const ten = isf.isfType === 'ISF-10';

  for (const name of HEAD) need(name, isf[name]);
  if (isf.billType === 'BM') need('hblNo', isf.hblNo);
  if (isf.podCode !== null && ten && !isf.podCode.startsWith('US')) add('podCode', problem('ISF_NOT_US'));
  if (isf.loadingAt !== null && isf.etd !== null && isf.loadingAt > isf.etd)
    add('loadingAt', problem('LOADING_TIMES'));
  if (isf.etd !== null && isf.eta !== null && isf.eta < isf.etd) add('eta', problem('ISF_TIMES'));

  if (ten) {
    for (const [kind, number] of NUMBERS) {
      const [type, value] = [isf[kind], isf[number]];
      need(kind, type);
      need(number, value);
      if (type !== null && value !== null) add(number, partyNumberProblem(type, value));
    }
  } else {
    need('foreignPort', isf.foreignPort);
    need('placeOfDelivery', isf.placeOfDelivery);
  }

  const flexible = LATER.has(isf.actionReason);
  for (const name of ten ? isfTenParties : isfFiveParties) {
    const party = isf[name];
    if (party === null && flexible && MAY_FOLLOW.has(name)) continue;
    for (const field of ADDRESS) need(`${name}.${field}`, party?.[field]);
    if (party?.country === 'US') for (const field of ADDRESS_US) need(`${name}.${field}`, party[field]);
  }

  if (isf.lines.length === 0) add('lines', REQUIRED);
  for (const [at, line] of isf.lines.entries()) {
    need(`lines.${at}.hts`, line.hts);
    if (line.hts !== null) add(`lines.${at}.hts`, hsUseProblem(line.hts, 'isf'));
    if (ten) for (const field of LINE_TEN) need(`lines.${at}.${field}`, line[field]);
  }
  for (const [at, { containerNo }] of isf.containers.entries())
    if (isf.containers.findIndex((one) => one.containerNo === containerNo) < at)
      add(`containers.${at}.containerNo`, problem('ISF_CONTAINER_TWICE', { no: containerNo }));

  need('bondActivity', isf.bondActivity);
  need('bondType', isf.bondType);
  need('bondHolder', isf.bondHolder);
  if (isf.bondType === SINGLE_BOND) {
    need('suretyCode', isf.suretyCode);
    need('singleBondNo', isf.singleBondNo);
  }
  return found;
}
