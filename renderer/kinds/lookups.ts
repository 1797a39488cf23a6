import type { FieldMeta, Zone } from '@contract/fields';
import { api } from '@contract/index';
import { isId } from '@contract/lenient';
import { type RefTarget, recognisedBy } from '@contract/refTargets';
import { airportClock, type Clock, clockOf, hubClock, warehouseClock } from '@contract/rules/clock';
import { useCallback, useMemo } from 'react';
import { type Answer, useCombined } from '../api/answers';
import { queryClient, read } from '../api/queries';
import { usePermits } from '../app/guard';
import { useServes } from '../app/offered';
import { ownClock } from '../app/zone';

/** A record for selects and references. */
export interface LookupRow {
  readonly id: number;
  readonly active?: boolean;
  readonly nameEn?: string;
  readonly nameCn?: string;
  readonly [name: string]: unknown;
}

/** Records that others refer to, by resource. Records not loaded yet are not found. */
export interface Lookups {
  rows(to: RefTarget): readonly LookupRow[];
  loaded(to: RefTarget): boolean;
  /** True if they could not be loaded. */
  failed(to: RefTarget): boolean;
  /** True if the server has no such list, or the user may not read it: there is nothing to select. */
  missing(to: RefTarget): boolean;
  /** Returns a function that reloads the records; undefined unless loading failed. */
  retry(to: RefTarget): (() => void) | undefined;
  find(to: RefTarget, id: number): LookupRow | undefined;
}

/** Returns the code of a record, as shown in cells. */
export function codeOf(to: RefTarget, row: LookupRow): string {
  return String(row[recognisedBy(to)] ?? row.id);
}

/** Resources identified by a name in each language rather than by a code. */
const NAMED: ReadonlySet<RefTarget> = new Set(['adminGroup', 'clientRole', 'feeCategory']);

/** Returns the shortest label of a record: its code or its name. */
export const shortOf = (to: RefTarget, row: LookupRow, nameOf: (row: LookupRow) => string): string =>
  NAMED.has(to) ? nameOf(row) : codeOf(to, row);

/** True if the record's customer or company is known and differs from that of the record it is selected for. */
export function isForeign(row: LookupRow, chosenFor: Readonly<Record<string, unknown>>): boolean {
  const owners = ['customerId', 'companyId'];
  return (
    owners.some((owner) => isId(chosenFor[owner])) &&
    owners.some((owner) => isId(row[owner]) && row[owner] !== chosenFor[owner])
  );
}

/** Records of a resource; undefined until loaded, null if loading failed. */
type List = readonly LookupRow[] | undefined | null;

const listsOf = (answers: readonly Answer<readonly LookupRow[]>[]) =>
  answers.map(({ data, error }): List => data ?? (error ? null : undefined));

/** Returns whether the user may read a resource's list; undefined until the permissions are known. */
function useReadable(): (to: RefTarget) => boolean | undefined {
  const serves = useServes();
  const { permits } = usePermits();
  return useCallback(
    (to) => {
      const { access } = api[to].all;
      if (!serves(`${to}.all`)) return false;
      return access === 'session' || permits?.reaches(access);
    },
    [serves, permits],
  );
}

/**
 * Loads the lists of the given resources that the user may read; they are cached and refetched only after a write. The
 * returned object stays the same until one of them changes.
 */
export function useLookups(targets: readonly RefTarget[]): Lookups {
  const wanted = useMemo(() => [...new Set(targets)].sort(), [targets]);
  const readable = useReadable();
  const lists = useCombined(
    wanted.map((target) => ({
      ...read(target, 'all'),
      enabled: readable(target) === true,
    })),
    listsOf,
  );
  return useMemo(() => lookupsOf(wanted, lists, readable), [wanted, lists, readable]);
}

const made = new WeakMap<readonly LookupRow[], Map<number, LookupRow>>();
function byId(rows: readonly LookupRow[]): Map<number, LookupRow> {
  let map = made.get(rows);
  if (!map) {
    map = new Map(rows.map((row) => [row.id, row]));
    made.set(rows, map);
  }
  return map;
}

function lookupsOf(
  targets: readonly RefTarget[],
  lists: readonly List[],
  readable: (to: RefTarget) => boolean | undefined,
): Lookups {
  const listOf = (to: RefTarget) => lists[targets.indexOf(to)];
  const rows = (to: RefTarget) => listOf(to) ?? [];
  const loaded = (to: RefTarget) => !!listOf(to);
  const retry = (to: RefTarget) =>
    listOf(to) === null && readable(to)
      ? () => void queryClient.refetchQueries({ queryKey: read(to, 'all').queryKey })
      : undefined;
  const missing = (to: RefTarget) => !loaded(to) && readable(to) === false;
  const failed = (to: RefTarget) => listOf(to) === null || missing(to);
  return { rows, loaded, failed, missing, retry, find: (to, id) => byId(rows(to)).get(id) };
}

/** Returns the clock for a time of a row, as far as its places are loaded. */
export function clockIn(zone: Zone, row: Readonly<Record<string, unknown>>, lookups: Lookups): Clock {
  const clock =
    (to: 'airport' | 'warehouse' | 'destination', of: (row: LookupRow) => Clock | undefined) =>
    (id: number) => {
      const found = lookups.find(to, id);
      return found?.timeZone ? of(found) : undefined;
    };
  const places = {
    airport: clock('airport', airportClock),
    warehouse: clock('warehouse', warehouseClock),
    hub: clock('destination', hubClock),
  };
  return clockOf(zone, row, places, ownClock);
}

/** Resources whose clocks show the times of each zone. */
const CLOCKS: Readonly<Record<Zone, readonly RefTarget[]>> = {
  user: [],
  origin: ['airport'],
  landing: ['airport'],
  warehouse: ['airport', 'warehouse'],
  hub: ['airport', 'warehouse', 'destination'],
  event: ['airport', 'warehouse', 'destination'],
};

/** Returns the resources needed to show fields with names and on the right clock. */
export function targetsOf(metas: readonly FieldMeta[]): RefTarget[] {
  const targets = metas.flatMap((meta): RefTarget[] => {
    if (meta.kind === 'ref' || meta.kind === 'refs') return [meta.to];
    if (meta.kind === 'approvalSteps') return ['adminGroup', 'staff'];
    if (meta.kind === 'chargeSteps') return ['chargeItem', 'clientCompany'];
    if (meta.kind === 'lines') return ['chargeItem'];
    if (meta.kind === 'code' && meta.of) return [meta.of];
    if (meta.kind === 'dateTime') return [...CLOCKS[meta.zone]];
    return [];
  });
  return [...new Set(targets)];
}
