import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { billRow } from '@contract/bill/bill';
import { billZone, eventZone } from '@contract/bill/billClock';
import { findMeta, type Zone } from '@contract/fields';
import { api } from '@contract/index';
import { type Clock, clockOf, clockText, clockTitle, namedTime, type Places } from '@contract/rules/clock';
import { timeNode, timeNodeNames } from '@contract/rules/timeNodes';
import { words } from '@contract/words';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

/** Names of times that have different clocks in different records, with the reason. */
const DIFFER: Readonly<Record<string, string>> = {
  etd: 'ports have no clock: times of a voyage are on the reader’s',
  eta: 'ports have no clock',
  atd: 'ports have no clock',
  ata: 'ports have no clock',
  at: 'the moment of a step, on the clock of what it is a step of',
  dueAt: 'a filing is due for the reader, a PMC at its airport',
  closedAt: 'a case belongs to a bill, a pallet to a warehouse',
  arrivedAt: 'a transit ends at the airport, a truck at its hub',
  releasedAt: 'an entry by sea has a port, a batch its airport',
  returnedAt: 'a ULD goes back at the airport, a truck is on the clock of its warehouse',
  since: 'goods are on the clock of their warehouse, what needs attention on that of its airport',
  collectedAt: 'a ULD is collected at the airport, a box at the gate of its warehouse',
  startedAt: 'a count of stock is on the clock of its warehouse, work on a file on that of the reader',
  acceptedAt: 'a filing is on the clock of the reader, a declaration on that of its airport',
  openedAt: 'a mail is opened by a person, an exception by customs',
};

/** Returns every time of every call, with its place and its clock. */
function timesOf(): { name: string; zone: Zone; call: string }[] {
  const found: { name: string; zone: Zone; call: string }[] = [];
  const walk = (schema: unknown, call: string, seen: Set<unknown>): void => {
    if (!(schema instanceof z.ZodType) || seen.has(schema)) return;
    seen.add(schema);
    for (const [name, field] of schema instanceof z.ZodObject ? Object.entries(schema.shape) : []) {
      const meta = findMeta(field as z.ZodType);
      if (meta?.kind === 'dateTime') found.push({ name, zone: meta.zone, call });
      walk(field, call, seen);
    }
    const { innerType, element, options = [] } = schema.def as unknown as Record<string, unknown>;
    for (const inner of [innerType, element, ...(options as unknown[])]) walk(inner, call, seen);
  };
  for (const [group, calls] of Object.entries(api))
    for (const [name, call] of Object.entries(calls))
      for (const part of ['query', 'body', 'answer'] as const)
        walk((call as Readonly<Record<string, unknown>>)[part], `${group}.${name}`, new Set());
  return found;
}

const times = timesOf();
const bare = (name: string) => name.replace(/(?<=[a-z]d|a|At|^at)(From|To)$/, '');

describe('the time zone of a field', () => {
  test('is the same for a name in every record, or differs for a reason', () => {
    expect(times.length).toBeGreaterThan(500);
    const zones = new Map<string, Set<Zone>>();
    for (const { name, zone } of times) zones.set(bare(name), (zones.get(bare(name)) ?? new Set()).add(zone));
    const differing = [...zones].filter(([, found]) => found.size > 1).map(([name]) => name);
    expect(differing.sort()).toEqual(Object.keys(DIFFER).sort());
  });

  test('follows reference 0.2 for a bill', () => {
    const shape = Object.entries(billRow.shape).filter(([, field]) => findMeta(field)?.kind === 'dateTime');
    const by = (wanted: Zone) =>
      shape.map(([name]) => name as keyof typeof billRow.shape).filter((name) => billZone(name) === wanted);
    expect(by('origin')).toEqual(['etd', 'atd']);
    expect(by('warehouse')).toEqual(['atWarehouseAt', 'handoverAt']);
    expect(by('user')).toEqual([
      ...['createdAt', 'updatedAt', 'checkedAt', 'archivedAt', 'removedAt', 'firstParcelAt', 'hsCheckedAt'],
    ]);
    expect(by('hub')).toEqual(['tatAt', 'podAt']);
    expect(by('landing')).toHaveLength(shape.length - 13);
  });

  test('is the same for a node of a bill and its event on the timeline', () => {
    for (const { field, event } of timeNodeNames.map(timeNode))
      if (event) expect([event, eventZone(event)]).toEqual([event, billZone(field)]);
    expect(Object.keys(words.en.events).filter((code) => eventZone(code) === 'origin')).toEqual([
      ...['DEPARTED', 'OFFLOADED'],
    ]);
    expect(eventZone('SOMETHING_ELSE')).toBe('landing');
  });
});

describe('a displayed time', () => {
  const HKG: Clock = { zone: 'Asia/Hong_Kong', place: 'HKG' };
  const AMS: Clock = { zone: 'Europe/Amsterdam', place: 'AMS' };
  const SHED: Clock = { zone: 'America/Chicago', place: 'ORD-W1' };
  const HUB: Clock = { zone: 'Europe/Lisbon', place: 'PT-HUB-01' };
  const own: Clock = { zone: 'UTC', place: null };
  const places: Places = {
    airport: (id) => ({ 1: HKG, 2: AMS })[id],
    warehouse: (id) => ({ 5: SHED })[id],
    hub: (id) => ({ 7: HUB })[id],
  };
  const row = { originAirportId: 1, landingAirportId: 2, warehouseId: 5 };

  test('is in the zone of the place that a field names, or of the reader when that is unknown', () => {
    const of = (zone: Zone, record: object = row) => clockOf(zone, record as typeof row, places, own);
    expect([of('origin'), of('landing'), of('warehouse'), of('user')]).toEqual([HKG, AMS, SHED, own]);
    expect(of('warehouse', { fromWarehouseId: 5 })).toBe(SHED);
    expect(of('warehouse', { ...row, warehouseId: null })).toBe(AMS);
    expect(of('landing', { landingAirportId: 99 })).toBe(own);
    expect(of('origin', {})).toBe(own);
    expect(of('hub', { ...row, destinationId: 7 })).toBe(HUB);
    expect(of('hub', { fromWarehouseId: 5, toDestinationId: 7 })).toBe(HUB);
    // A hub without a clock: a truck is on that of its warehouse, a bill on that of its airport.
    expect(of('hub', { fromWarehouseId: 5, toDestinationId: 8 })).toBe(SHED);
    expect(of('hub')).toBe(AMS);
    // One event of several: the record states whose clock it is on.
    expect(of('event', { ...row, eventZone: 'origin' })).toBe(HKG);
    expect(of('event', { ...row, eventZone: 'user' })).toBe(own);
    expect(of('event')).toBe(AMS);
  });

  test('names its zone whenever that is not the reader’s, before and after clock changes', () => {
    const atd = '2026-11-24T19:50:00Z';
    expect(clockText(atd, HKG, 'UTC')).toBe('25/11/2026 03:50 HKG');
    expect(clockText(atd, HKG, 'Asia/Hong_Kong')).toBe('25/11/2026 03:50');
    expect(clockText(atd, own, 'UTC')).toBe('24/11/2026 19:50');
    expect(namedTime(atd, own)).toBe('24/11/2026 19:50 UTC');
    // The same hour twice, in October: the name of the zone distinguishes them.
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
    expect(clockText(first, AMS, 'UTC')).toBe('25/10/2026 02:30 AMS CEST');
    expect(clockText(second, AMS, AMS.zone)).toBe('25/10/2026 02:30 AMS CET');
    expect(clockText('2026-10-25T02:30:00Z', AMS, AMS.zone)).toBe('25/10/2026 03:30');
    expect([clockTitle(first, AMS), clockTitle(second, AMS)]).toEqual([
      'AMS · Europe/Amsterdam · CEST',
      'AMS · Europe/Amsterdam · CET',
    ]);
    expect(clockTitle(atd, own)).toBe('UTC');
  });
});

describe('the source of the screens', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const sources = ['main/server', 'renderer']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
    )
    .filter((file) => !file.startsWith('main/server/demo/'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
  const having = (pattern: RegExp) =>
    sources.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).sort();

  test('displays times by the clock of their field, and in no other way', () => {
    expect(having(/\bformatInstant\b/)).toEqual([
      // A mail that names the zone of the office, the day on which a pallet was built.
      'main/server/areas/report/scheduler.ts',
      'main/server/areas/warehouse/labels.ts',
      'renderer/kinds/PlaceTime.tsx',
    ]);
    expect(having(/toLocale(Date|Time)?String\((?!'en')/)).toEqual([]);
    expect(having(/\b(airportClock|warehouseClock|hubClock)\b/)).toEqual([
      'main/server/areas/linehaul/cmrTexts.ts',
      'main/server/areas/linehaul/sheet.ts',
      'main/server/areas/monitor/letters.ts',
      'main/server/core/places.ts',
      'renderer/kinds/lookups.ts',
    ]);
  });

  test('measures how long something takes by a clock that nobody sets', () => {
    const timed = readdirSync(path.join(root, 'main'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.ts$/.test(file))
      .filter((file) =>
        /Date\.now\(\) - (?!Date\.parse)/.test(readFileSync(path.join(root, 'main', file), 'utf8')),
      );
    expect(timed).toEqual([]);
  });

  test('displays on the reader’s clock what the contract declares so', () => {
    const own = new Set(times.filter(({ zone }) => zone === 'user').map(({ name }) => name));
    const placed = new Set(times.filter(({ zone }) => zone !== 'user').map(({ name }) => name));
    const shown = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/ownTime\((?:String\()?[\w.?]*?(\w+)\)/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(shown.length).toBeGreaterThan(40);
    expect(shown.filter(({ name }) => placed.has(name) && !own.has(name))).toEqual([]);
  });
});
