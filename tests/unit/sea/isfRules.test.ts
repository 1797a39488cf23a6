import { filedDifference } from '@contract/rules/filedDifference';
import { isfDeadlineStage, isfDueAt, isLateFiling } from '@contract/rules/isfDeadline';
import { isfMissing } from '@contract/rules/isfMissing';
import type { IsfDraft } from '@contract/sea/seaIsf';
import { describe, expect, test } from 'vitest';
import { wholeIsf } from '../../support/apiIsf';

const paths = (changes: Partial<IsfDraft>) => isfMissing(wholeIsf(changes)).map(({ path }) => path);
const { lines, stuffingLocation } = wholeIsf();
const [line] = lines as [IsfDraft['lines'][number]];

describe('the missing parts of an ISF-10', () => {
  test('are none when it is complete', () => expect(paths({})).toEqual([]));

  test.each<[string, Partial<IsfDraft>, string[]]>([
    ['no carrier, no voyage', { scac: null, voyageNo: null }, ['scac', 'voyageNo']],
    ['a house bill without its number', { hblNo: null }, ['hblNo']],
    ['an ocean bill needs none', { hblNo: null, billType: 'OB' }, []],
    ['a port that is not in the United States', { podCode: 'CAVAN' }, ['podCode']],
    ['an arrival before the departure', { eta: '2041-11-11T00:00:00Z' }, ['eta']],
    ['a number of another kind', { importerIdType: 'ANI' }, ['importerNumber']],
    ['a CBP-assigned number', { importerIdType: 'ANI', importerNumber: '260312-00123' }, []],
    ['no kind of number', { consigneeIdType: null }, ['consigneeIdType']],
    ['no buyer', { buyer: null }, ['buyer.name', 'buyer.address1', 'buyer.city', 'buyer.country']],
    [
      'an address in the United States without state and postcode',
      { shipTo: { ...(wholeIsf().shipTo as NonNullable<IsfDraft['shipTo']>), state: null, postcode: null } },
      ['shipTo.state', 'shipTo.postcode'],
    ],
    ['no lines', { lines: [] }, ['lines']],
    [
      'a code of four digits cannot be',
      { lines: [line, { ...line, originCountry: null }] },
      ['lines.1.originCountry'],
    ],
    [
      'a line without its maker',
      { lines: [{ ...line, manufacturerName: null, manufacturerCity: null }] },
      ['lines.0.manufacturerName', 'lines.0.manufacturerCity'],
    ],
    [
      'a container twice',
      {
        containers: [
          { containerNo: 'CSQU3054383', containerType: null },
          { containerNo: 'CSQU3054383', containerType: '40HQ' },
        ],
      },
      ['containers.1.containerNo'],
    ],
    ['no bond', { bondType: null, bondActivity: null }, ['bondActivity', 'bondType']],
    ['a single bond without its number', { bondType: '9' }, ['singleBondNo']],
    ['no account', { netchbAccountId: null }, ['netchbAccountId']],
  ])('are named: %s', (_, changes, expected) => expect(paths(changes)).toEqual(expected));

  test('exclude place and party of packing only with flexible timing', () => {
    const without = { stuffingLocation: null, consolidator: null };
    expect(paths({ ...without, actionReason: 'CT' })).toHaveLength(8);
    expect(paths({ ...without, actionReason: 'FR' })).toHaveLength(8);
    expect(paths({ ...without, actionReason: 'FT' })).toEqual([]);
    expect(paths({ ...without, actionReason: 'FX' })).toEqual([]);
    // A party that is begun must be complete.
    const half = { ...(stuffingLocation as NonNullable<IsfDraft['stuffingLocation']>), city: null };
    expect(paths({ actionReason: 'FT', stuffingLocation: half })).toEqual(['stuffingLocation.city']);
  });
});

test('gives an ISF-5 five elements: its parties, ports and commodities, no importer and no makers', () => {
  const five = {
    isfType: 'ISF-5',
    ...{ importerIdType: null, importerNumber: null, consigneeIdType: null, consigneeNumber: null },
    ...{ seller: null, buyer: null, stuffingLocation: null, consolidator: null },
    podCode: 'CAVAN',
    lines: [{ ...line, originCountry: null, manufacturerName: null, manufacturerAddress: null }],
  } as const satisfies Partial<IsfDraft>;
  expect(paths(five)).toEqual([
    'foreignPort',
    'placeOfDelivery',
    'bookingParty.name',
    'bookingParty.address1',
    'bookingParty.city',
    'bookingParty.country',
  ]);
  const bookingParty = wholeIsf().seller;
  expect(paths({ ...five, bookingParty, foreignPort: '57035', placeOfDelivery: 'MXZLO' })).toEqual([]);
});

describe('the due time of an ISF', () => {
  const etd = '2026-11-12T04:00:00Z';
  const loadingAt = '2026-11-11T20:00:00Z';
  const dueAt = isfDueAt({ loadingAt: null, etd });
  const at = (filedAt: string | null, now: string, lateFiling = false) =>
    isfDeadlineStage({ dueAt, filedAt, lateFiling, loadingAt, state: 'draft' }, Date.parse(now));

  test('is 24 hours before the loading', () =>
    expect(isfDueAt({ loadingAt, etd })).toBe('2026-11-10T20:00:00Z'));
  test('is 24 hours before the departure at the latest, while the loading is unknown', () => {
    expect(dueAt).toBe('2026-11-11T04:00:00Z');
    const filed = { dueAt, filedAt: '2026-11-10T22:00:00Z', lateFiling: false, state: 'accepted' } as const;
    // Filed 30 hours before departure: late if the goods were loaded six hours before it, and nobody knows.
    expect(isfDeadlineStage({ ...filed, loadingAt: null }, 0)).toBe('unknown');
  });
  test('is missing without a departure', () => expect(isfDueAt({ loadingAt: null, etd: null })).toBeNull());
  test.each([
    ['2026-11-09T03:59:59Z', 'far'],
    ['2026-11-09T04:00:01Z', 'soon'],
    ['2026-11-11T04:00:00Z', 'soon'],
    ['2026-11-11T04:00:01Z', 'late'],
  ])('is at %s judged as %s', (now, clock) => expect(at(null, now)).toBe(clock));
  test('stays met by a timely filing, and missed by a late one', () => {
    expect(at('2026-11-10T00:00:00Z', '2026-11-30T00:00:00Z')).toBe('kept');
    expect(at('2026-11-11T05:00:00Z', '2026-11-30T00:00:00Z', true)).toBe('late');
  });
  test('is missed after its last minute', () => {
    expect(isLateFiling(dueAt, '2026-11-11T04:00:00Z')).toBe(false);
    expect(isLateFiling(dueAt, '2026-11-11T04:00:01Z')).toBe(true);
    expect(isLateFiling(null, '2026-11-11T04:00:01Z')).toBe(false);
  });
});

test('names differences from the filing by their place', () => {
  const filed = wholeIsf({ mblNo: 'PZOL6300001' });
  const now = {
    ...filed,
    poNumber: 'PO-7',
    seller: { ...(filed.seller as object), city: 'Foshan' },
    buyer: null,
    lines: [{ ...line, hts: '940161' }, line],
    containers: [],
  };
  const changes = filedDifference(filed, now, [
    'mblNo',
    'seller',
    'buyer',
    'lines',
    'containers',
    'poNumber',
  ]);
  expect(changes).toContainEqual({ path: 'seller.city', filed: 'Shenzhen', now: 'Foshan' });
  expect(changes).toContainEqual({ path: 'buyer.name', filed: 'Harbor Home Goods Inc', now: null });
  expect(changes).toContainEqual({ path: 'lines.0.hts', filed: '940360', now: '940161' });
  expect(changes).toContainEqual({ path: 'lines.1.hts', filed: null, now: '940360' });
  expect(changes).toContainEqual({ path: 'containers.0.containerNo', filed: 'CSQU3054383', now: null });
  expect(changes.at(-1)).toEqual({ path: 'poNumber', filed: null, now: 'PO-7' });
  expect(filedDifference(filed, { ...filed }, Object.keys(filed))).toEqual([]);
});
