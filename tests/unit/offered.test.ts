import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allEndpoints, findEndpoint } from '@contract/index';
import { describe, expect, test } from 'vitest';
import { screens } from '../../renderer/screens';

const root = path.resolve(import.meta.dirname, '../..');
const sources = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8').replace(/permit\('[^']*'\)/g, 'id'));

const renderer = sources('renderer');
const contract = sources('preload/contract');
const extensions = new Set<string>(
  allEndpoints().flatMap(({ name, found }) => (found.extension === true ? [name] : [])),
);

/** Calls of the actions of machines; for those of a group, the parameter for the group is left out. */
const ofMachines = contract.flatMap((text) =>
  [...text.matchAll(/calls: \{([^}]*)\}/g)].flatMap(([, calls = '']) =>
    [...calls.matchAll(/'(\w+\.\w+)'/g)].map(([, name = '']) => name),
  ),
);

/** Calls that the window declares with the controls they enable. */
const offering = new Set([
  ...ofMachines,
  ...screens.flatMap(({ requiredCalls }) => requiredCalls),
  ...renderer.flatMap((text) => [
    ...[
      ...text.matchAll(
        /(?:useServed|usePhoto|requireCalls|serves|servesAll|useAllowed)\(([^;]*?)\)[;,\s)&]/g,
      ),
    ].flatMap(([, given = '']) => [...given.matchAll(/'(\w+\.\w+)'/g)].map(([, name = '']) => name)),
    ...[...text.matchAll(/call="(\w+\.\w+)"/g)].map(([, name = '']) => name),
  ]),
]);

/**
 * Groups whose every screen and part requires one of their extensions: their other calls are reached from there alone.
 */
const within = new Set(
  [...offering]
    .filter((name) => extensions.has(name) && /\.(list|get|records|ofBill|parts|bills)$/.test(name))
    .map((name) => name.split('.')[0]),
);

/** Reads beside other content, which show nothing where the server lacks them. */
const SILENT = new Set([
  ...['bill.totals', 'cmr.totals', 'seaBill.totals', 'seaBill.count', 'seaEntry.totals', 'seaEntry.count'],
  ...['seaIsf.count', 'parcelForecast.totals', 'billTransport.get', 'hsCheck.summary', 'billRevenue.profit'],
  ...[
    'euRate.day',
    'seaEntry.consignees',
    'seaEntry.prefill',
    'seaIsf.prefill',
    'seaEntry.status',
    'seaIsf.filed',
  ],
  // Enabled by the list of a book, for all alike.
  ...['billCost.totals', 'billCostDiff.totals', 'billPayment.totals', 'billRevenue.totals'],
  'customerInvoice.totals',
  'supplierInvoice.totals',
  'bankEntry.totals',
]);

describe('a control of an extension', () => {
  const used = new Set(
    renderer.flatMap((text) =>
      [...text.matchAll(/client\s*\.\s*(\w+)\s*\.\s*(\w+)|read\(\s*'(\w+)',\s*'(\w+)'/g)].map(
        ([, a, b, c, d]) => `${a ?? c}.${b ?? d}`,
      ),
    ),
  );

  test('is shown only for servers with the extension', () => {
    const open = [...used].filter(
      (name) =>
        extensions.has(name) &&
        !offering.has(name) &&
        !SILENT.has(name) &&
        !within.has(name.split('.')[0] ?? ''),
    );
    expect(open.toSorted()).toEqual([]);
  });

  test('names existing calls', () => {
    expect([...offering].filter((name) => !findEndpoint(name))).toEqual([]);
    expect(ofMachines.length).toBeGreaterThan(60);
    expect(ofMachines.filter((name) => !extensions.has(name))).toEqual([]);
  });
});
