import { containerNo, hbl, mbl, scac } from '@contract/rules/codes';
import { entryNo, hsCode, importerId, usPort } from '@contract/rules/customs';
import { countryCode } from '@contract/rules/places';
import type { CodeRule } from '@contract/rules/rule';
import type { FilingKind } from '@contract/sea/filing';
import type { Content } from '../../core/xml';

/** Reason for which customs would reject a message; the codes are the simulator's own. */
export interface Reason {
  readonly code: string;
  readonly text: string;
}

const HOUR = 3_600_000;

const textOf = (content: Content, name: string): string => {
  const value = content[name];
  return typeof value === 'string' ? value : '';
};
const listIn = (content: Content, name: string): readonly Content[] => {
  const value = content[name];
  return Array.isArray(value) ? value : [];
};
const isPart = (value: Content[string] | undefined): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const partIn = (content: Content, name: string): Content | undefined => {
  const value = content[name];
  return isPart(value) ? value : undefined;
};
const fits = (rule: CodeRule, value: string): boolean =>
  value !== '' && rule.normalise(value) === value && !rule.check(value);

/** Reason for an invalid code in a message. */
const wrong = (ok: boolean, code: string, text: string): Reason[] => (ok ? [] : [{ code, text }]);

/** Checks that a party is present with its whole address. */
function party(content: Content, name: string, code: string): Reason[] {
  const block = partIn(content, name);
  const words = name.replace(/([A-Z])/g, ' $1').toUpperCase();
  if (!block || textOf(block, 'name') === '') return [{ code, text: `${words} MISSING` }];
  const whole = ['address1', 'city', 'country'].every((field) => textOf(block, field) !== '');
  if (!whole) return [{ code, text: `${words} ADDRESS INCOMPLETE` }];
  return wrong(fits(countryCode, textOf(block, 'country')), code, `${words} COUNTRY INVALID`);
}

function isfReasons(content: Content): Reason[] {
  const five = textOf(content, 'isfType') === 'ISF-5';
  const lines = listIn(content, 'lines');
  const parties = five
    ? [...party(content, 'bookingParty', 'F15'), ...party(content, 'shipTo', 'F16')]
    : [
        ...party(content, 'seller', 'F10'),
        ...party(content, 'buyer', 'F11'),
        ...party(content, 'shipTo', 'F16'),
        ...party(content, 'stuffingLocation', 'F12'),
        ...party(content, 'consolidator', 'F13'),
        ...wrong(fits(importerId, textOf(content, 'importerNumber')), 'F01', 'IMPORTER NUMBER NOT ON FILE'),
        ...wrong(textOf(content, 'consigneeNumber') !== '', 'F02', 'CONSIGNEE NUMBER MISSING'),
      ];
  return [
    ...wrong(fits(scac, textOf(content, 'scac')), 'F20', 'CARRIER CODE INVALID'),
    ...wrong(fits(mbl, textOf(content, 'mblNo')), 'F21', 'MASTER BILL INVALID'),
    ...wrong(
      textOf(content, 'billType') !== 'BM' || fits(hbl, textOf(content, 'hblNo')),
      'F22',
      'HOUSE BILL INVALID',
    ),
    ...parties,
    ...wrong(lines.length > 0, 'F30', 'NO COMMODITY LINES'),
    ...lines.flatMap((line, at) => [
      ...wrong(fits(hsCode, textOf(line, 'hts')), 'F31', `LINE ${at + 1} HTS INVALID`),
      ...(five
        ? []
        : [
            ...wrong(
              fits(countryCode, textOf(line, 'originCountry')),
              'F32',
              `LINE ${at + 1} COUNTRY OF ORIGIN INVALID`,
            ),
            ...wrong(textOf(line, 'manufacturerName') !== '', 'F33', `LINE ${at + 1} MANUFACTURER MISSING`),
          ]),
    ]),
    ...listIn(content, 'containers').flatMap((container) =>
      wrong(
        fits(containerNo, textOf(container, 'containerNo')),
        'F40',
        `CONTAINER ${textOf(container, 'containerNo')} INVALID`,
      ),
    ),
  ];
}

function entryReasons(content: Content): Reason[] {
  const lines = listIn(content, 'lines');
  return [
    ...wrong(fits(entryNo, textOf(content, 'entryNo')), 'E01', 'ENTRY NUMBER CHECK DIGIT INVALID'),
    ...wrong(textOf(content, 'entryType') !== '86', 'E02', 'ENTRY TYPE 86 NO LONGER ACCEPTED'),
    ...wrong(fits(importerId, textOf(content, 'importerTaxId')), 'E03', 'IMPORTER NUMBER NOT ON FILE'),
    ...wrong(fits(usPort, textOf(content, 'entryPort')), 'E04', 'PORT OF ENTRY INVALID'),
    ...wrong(listIn(content, 'bills').length > 0, 'E05', 'NO BILL OF LADING'),
    ...wrong(lines.length > 0, 'E10', 'NO LINES'),
    ...lines.flatMap((line, at) => [
      ...wrong(
        fits(hsCode, textOf(line, 'hts')) && textOf(line, 'hts').length === 10,
        'E11',
        `LINE ${at + 1} HTS NUMBER INVALID`,
      ),
      ...wrong(
        fits(countryCode, textOf(line, 'originCountry')),
        'E12',
        `LINE ${at + 1} COUNTRY OF ORIGIN INVALID`,
      ),
      ...wrong(Number(textOf(line, 'value')) > 0, 'E13', `LINE ${at + 1} VALUE MISSING`),
    ]),
  ];
}

/** All reasons for which customs would reject a message. */
export function reasonsAgainst(kind: FilingKind, content: Content): Reason[] {
  if (kind === 'isf') return isfReasons(content);
  return kind === 'entry' ? entryReasons(content) : [];
}

/** Remarks of customs on an accepted message. */
export function remarksOn(kind: FilingKind, content: Content, now: number): Reason[] {
  const etd = kind === 'isf' ? Date.parse(textOf(content, 'etd')) : Number.NaN;
  return etd - now < 24 * HOUR ? [{ code: 'W01', text: 'FILED LESS THAN 24 HOURS BEFORE LOADING' }] : [];
}
