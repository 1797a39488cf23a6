import { type FieldMeta, type RefTarget, recognisedBy, type Zone } from '@contract/fields';
import { api } from '@contract/index';
import { isId } from '@contract/lenient';
import { airportClock, type Clock, clockOf, warehouseClock } from '@contract/rules/clock';
import { useCallback, useMemo } from 'react';
import { type Answer, type Question, useAnswers } from '../api/answers';
import { queryClient, read } from '../api/queries';
import { usePermits } from '../app/guard';
import { useServes } from '../app/offered';
import { ownClock } from '../app/zone';

/** A record as selects and references show it. */
export interface LookupRow {
  readonly id: number;
  readonly active?: boolean;
  readonly nameEn?: string;
  readonly nameCn?: string;
  readonly [name: string]: unknown;
}

/** Records that others refer to, by resource. What is not loaded yet is not found. */
export interface Lookups {
  rows(to: RefTarget): readonly LookupRow[];
  loaded(to: RefTarget): boolean;
  /** True if they could not be loaded. */
  failed(to: RefTarget): boolean;
  /** True if the server has no such list, or this person may not read it: there is nothing to choose from. */
  missing(to: RefTarget): boolean;
  /** Asks again for records that could not be loaded; undefined where that is not so. */
  retry(to: RefTarget): (() => void) | undefined;
  find(to: RefTarget, id: number): LookupRow | undefined;
}

/** The code of a record: what stands in cells. */
export function codeOf(to: RefTarget, row: LookupRow): string {
  return String(row[recognisedBy(to)] ?? row.id);
}

/** What is known by a name that each language has its own of, rather than by a code. */
const NAMED: ReadonlySet<RefTarget> = new Set(['adminGroup', 'clientRole', 'feeCategory']);

/** A record as short as people know it. */
export const shortOf = (to: RefTarget, row: LookupRow, nameOf: (row: LookupRow) => string): string =>
  NAMED.has(to) ? nameOf(row) : codeOf(to, row);

/** Whether a record belongs to somebody else than the one that it is chosen for, as far as it is known who that is. */
export function isForeign(row: LookupRow, chosenFor: Readonly<Record<string, unknown>>): boolean {
  const owners = ['customerId', 'companyId'];
  return (
    owners.some((owner) => isId(chosenFor[owner])) &&
    owners.some((owner) => isId(row[owner]) && row[owner] !== chosenFor[owner])
  );
}

/** Records of a resource; undefined until they are loaded, null when they could not be. */
type List = readonly LookupRow[] | undefined | null;

const listsOf = (answers: readonly Answer<unknown>[]) =>
  answers.map(({ data, error }): List => (data as LookupRow[] | undefined) ?? (error ? null : undefined));

/** Tells of which resources there are names for this person: undefined until their permissions are known. */
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
 * Loads the lists of the given resources that there are for this person; they are kept and asked for again only after a write.
 * What is answered stays the same until one of them changes.
 */
export function useLookups(targets: readonly RefTarget[]): Lookups {
  const wanted = useMemo(() => [...new Set(targets)].sort(), [targets]);
  const readable = useReadable();
  const lists = useAnswers(
    wanted.map((target) => ({
      ...(read(target, 'all') as Question<unknown>),
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

/** The clock on which a time of a row is read, as far as its places are loaded. */
export function clockIn(zone: Zone, row: Readonly<Record<string, unknown>>, lookups: Lookups): Clock {
  const clock = (to: 'airport' | 'warehouse', of: (row: LookupRow) => Clock) => (id: number) => {
    const found = lookups.find(to, id);
    return found?.timeZone ? of(found) : undefined;
  };
  const places = { airport: clock('airport', airportClock), warehouse: clock('warehouse', warehouseClock) };
  return clockOf(zone, row, places, ownClock);
}

/** The resources that fields of these kinds need, to be shown in words and on the right clock. */
export function targetsOf(metas: readonly FieldMeta[]): RefTarget[] {
  const targets = metas.flatMap((meta): RefTarget[] => {
    if (meta.kind === 'ref' || meta.kind === 'refs') return [meta.to];
    if (meta.kind === 'approvalSteps') return ['adminGroup', 'staff'];
    if (meta.kind === 'chargeSteps') return ['chargeItem', 'clientCompany'];
    if (meta.kind === 'lines') return ['chargeItem'];
    if (meta.kind === 'code' && meta.of) return [meta.of];
    if (meta.kind === 'dateTime' && meta.zone !== 'user')
      return meta.zone === 'warehouse' ? ['airport', 'warehouse'] : ['airport'];
    return [];
  });
  return [...new Set(targets)];
}
