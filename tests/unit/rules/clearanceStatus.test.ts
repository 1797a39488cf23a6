import {
  type BatchStatus,
  type ClearanceFacts,
  type ClearanceTrip,
  clearanceOf,
  isBlocked,
} from '@contract/rules/clearanceStatus';
import type { CustomsCounts } from '@contract/rules/custody';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const ATA = '2026-11-01T08:00:00Z';
const LODGED = '2026-11-01T09:00:00Z';
const PICKED = '2026-11-01T15:00:00Z';

const nothing: ClearanceFacts = {
  ...{ ata: null, declaredAt: null, handoverAt: null, blockedAt: null },
  parcels: { waiting: 0, stopped: 0, released: 0, refused: 0 },
  trips: [],
  batches: [],
};
const of = (parcels: Partial<CustomsCounts>): CustomsCounts => ({
  ...nothing.parcels,
  waiting: 10,
  ...parcels,
});
const facts = (changes: Partial<ClearanceFacts>): ClearanceFacts => ({ ...nothing, ...changes });
const landed = (changes: Partial<ClearanceFacts> = {}) => facts({ ata: ATA, parcels: of({}), ...changes });
const batch = (status: BatchStatus, declaredAt: string | null = LODGED) => ({ status, declaredAt });
const trip = (changes: Partial<ClearanceTrip> = {}): ClearanceTrip => ({
  ...{ kind: 'broker', pickedAt: PICKED, inbound: 'none', clearance: 'open' },
  ...changes,
});
const declared = (changes: Partial<ClearanceFacts> = {}) =>
  landed({ batches: [batch('declared')], ...changes });
const status = (given: ClearanceFacts) => clearanceOf(given).status;

describe('the transitions of the clearance status', () => {
  test.each<[string, ClearanceFacts, string | null]>([
    ['not landed', facts({}), null],
    ['arrive', landed(), 'not_released'],
    ['lodged before landing', facts({ batches: [batch('declared')] }), 'in_clearance'],
    ['lodge', declared(), 'in_clearance'],
    ['prepared is not lodged', landed({ batches: [batch('prepared', null)] }), 'not_released'],
    ['pickup by the clearance company', declared({ trips: [trip()] }), 'picked_up'],
    ['pickup by our own truck', declared({ trips: [trip({ kind: 'own' })] }), 'picked_up'],
    ['pickup by the customer', declared({ trips: [trip({ kind: 'customer' })] }), 'in_clearance'],
    ['pickup before any declaration', landed({ trips: [trip()] }), 'picked_up'],
    [
      'lodged after the pickup',
      landed({ trips: [trip()], batches: [batch('declared', '2026-11-01T18:00:00Z')] }),
      'in_clearance',
    ],
    [
      'pickup in the minute of the declaration',
      landed({
        trips: [trip({ pickedAt: '2026-11-01T18:00:00Z' })],
        batches: [batch('declared', '2026-11-01T18:00:31Z')],
      }),
      'picked_up',
    ],
    ['first inbound scan', declared({ trips: [trip({ inbound: 'open' })] }), 'in_clearance'],
    [
      'first inbound scan before any declaration',
      landed({ trips: [trip({ inbound: 'open' })] }),
      'in_clearance',
    ],
    [
      'first inbound scan of goods that the customer fetched, before any declaration',
      landed({ trips: [trip({ kind: 'customer', inbound: 'open' })] }),
      'not_released',
    ],
    [
      'first inbound scan with no parcel pending, before any declaration',
      facts({ ata: ATA, trips: [trip({ inbound: 'open' })] }),
      'picked_up',
    ],
    ['hold', declared({ parcels: of({ stopped: 1 }) }), 'exception'],
    ['control of a bill without parcels', facts({ ata: ATA, batches: [batch('control')] }), 'exception'],
    ['holds solved', declared({ parcels: of({ released: 3 }) }), 'in_clearance'],
    ['all free', declared({ parcels: of({ waiting: 0, released: 10 }) }), 'success'],
    ['some failed, some free', declared({ parcels: of({ waiting: 0, released: 9, refused: 1 }) }), 'success'],
    ['all failed', declared({ parcels: of({ waiting: 0, refused: 10 }) }), 'failure'],
    ['declaration rejected', landed({ batches: [batch('rejected')] }), 'failure'],
    ['one of two rejected', landed({ batches: [batch('rejected'), batch('declared')] }), 'in_clearance'],
    ['declared again', landed({ batches: [batch('declared', '2026-11-02T10:00:00Z')] }), 'in_clearance'],
    ['handed over', declared({ parcels: of({ waiting: 0, released: 10 }), handoverAt: PICKED }), 'handover'],
    ['handover undone', declared({ parcels: of({ waiting: 0, released: 10 }) }), 'success'],
    ['blocked', declared({ blockedAt: PICKED }), 'not_released'],
    ['blocked while held', declared({ blockedAt: PICKED, parcels: of({ stopped: 2 }) }), 'not_released'],
    [
      'blocked, then some released',
      declared({ blockedAt: PICKED, parcels: of({ released: 1 }) }),
      'in_clearance',
    ],
    [
      'blocked, then all released',
      declared({ blockedAt: PICKED, parcels: of({ waiting: 0, released: 9 }) }),
      'success',
    ],
    ['no parcels, all released', facts({ ata: ATA, batches: [batch('released')] }), 'success'],
    ['no parcels, legs closed', facts({ ata: ATA, trips: [trip({ clearance: 'finished' })] }), 'success'],
    ['no parcels, all rejected', facts({ ata: ATA, batches: [batch('rejected')] }), 'failure'],
  ])('are right: %s', (_, given, expected) => {
    expect(status(given)).toBe(expected);
  });

  test('count as partial what was released beside what was refused', () => {
    const some = (parcels: Partial<CustomsCounts> = {}) =>
      declared({ parcels: of({ waiting: 0, released: 9, refused: 1, ...parcels }) });
    expect(clearanceOf(some()).partial).toBe(true);
    expect(clearanceOf(some({ refused: 0 })).partial).toBe(false);
    expect(clearanceOf(some({ waiting: 1 })).partial).toBe(false);
  });

  test('take the time of the first declaration; without declarations the bill keeps its own', () => {
    const later = '2026-11-01T20:00:00Z';
    expect(clearanceOf(landed({ batches: [batch('declared', later), batch('accepted')] })).declaredAt).toBe(
      LODGED,
    );
    expect(
      clearanceOf(landed({ declaredAt: LODGED, batches: [batch('prepared', null)] })).declaredAt,
    ).toBeNull();
    expect(clearanceOf(landed({ declaredAt: LODGED })).declaredAt).toBe(LODGED);
  });
});

const time = fc.option(fc.constantFrom(ATA, LODGED, PICKED), { nil: null });
const few = fc.integer({ min: 0, max: 3 });
const leg = fc.constantFrom('none' as const, 'open' as const, 'finished' as const);
const anyFacts: fc.Arbitrary<ClearanceFacts> = fc.record({
  ata: time,
  declaredAt: time,
  handoverAt: time,
  blockedAt: time,
  parcels: fc.record({ waiting: few, stopped: few, released: few, refused: few }),
  trips: fc.array(
    fc.record({
      kind: fc.constantFrom('own' as const, 'broker' as const, 'customer' as const, 'direct' as const),
      pickedAt: time,
      inbound: leg,
      clearance: leg,
    }),
    { maxLength: 3 },
  ),
  batches: fc.array(
    fc.record({
      status: fc.constantFrom<BatchStatus>(
        'prepared',
        'declared',
        'accepted',
        'rejected',
        'control',
        'released',
      ),
      declaredAt: time,
    }),
    { maxLength: 3 },
  ),
});

describe('the clearance status', () => {
  test('is never cleared with an undecided parcel', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const open = given.parcels.waiting + given.parcels.stopped;
        if (open > 0) expect(status(given)).not.toBe('success');
      }),
    );
  });
  test('is never failed or not released with a released parcel once all is decided', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        if (given.parcels.released === 0) return;
        expect(status(given)).not.toBe('not_released');
        const open = given.parcels.waiting + given.parcels.stopped;
        if (open === 0) expect(status(given)).not.toBe('failure');
      }),
    );
  });
  test('is handed over exactly after a handover', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        expect(status(given) === 'handover').toBe(given.handoverAt !== null);
      }),
    );
  });
  test('is blocked by the end of the day once, and never with something released', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const now = Date.parse('2026-11-09T00:00:00Z');
        if (!isBlocked(given, now)) return;
        expect(given.parcels.released).toBe(0);
        const noted = { ...given, blockedAt: PICKED };
        expect(status(noted)).toBe('not_released');
        expect(isBlocked(noted, now)).toBe(false);
      }),
    );
  });
  test('is not blocked within 48 hours of landing', () => {
    expect(isBlocked(declared(), Date.parse('2026-11-03T07:59:59Z'))).toBe(false);
    expect(isBlocked(declared(), Date.parse('2026-11-03T08:00:00Z'))).toBe(true);
  });
});
