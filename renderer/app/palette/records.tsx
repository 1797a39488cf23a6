import type { RecordFound } from '@contract/bill/search';
import { foundKindsByName, kindWords, opensAlone, pathOfFound } from '@contract/finding';
import { permit } from '@contract/permissions';
import { resources } from '@contract/resources';
import { withoutMarks } from '@contract/rules/scan';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { client } from '../../api/client';
import { queryClient, read } from '../../api/queries';
import { screenOf } from '../../screens';
import { notifyFailed } from '../../ui/toaster';
import { handOver } from '../drafts';
import type { Permits } from '../guard';
import { type Speech, useSpeech } from '../language';
import { serves } from '../offered';
import { type Entry, recordIcon } from './entries';

/** Minimum query length for the record search. */
const LEAST = 2;
const NO_HITS: readonly RecordFound[] = [];
const NO_ALIASES = () => [];

/** Returns the alternative search terms of texts; none until loaded, which the first palette triggers. */
export function useAliases(wanted: boolean): (text: string) => readonly string[] {
  const [known, setKnown] = useState<{ of: (text: string) => readonly string[] }>({ of: NO_ALIASES });
  useEffect(() => {
    if (wanted) void import('./aliases').then(({ aliasesOf }) => setKnown({ of: aliasesOf }));
  }, [wanted]);
  return known.of;
}

/** Searches records of every kind that the user may view. */
export function useRecords(query: string, permits: Permits) {
  const speech = useSpeech();
  const navigate = useNavigate();
  const typed = query.trim();
  const waiting = useDeferredValue(typed);
  // Other servers do not know the prefixes of scanners.
  const keyword = useMemo(() => withoutMarks(waiting), [waiting]);
  const isLongEnough = keyword.length >= LEAST;
  const { data, former, error, isFetching } = useAnswer({
    queryKey: ['search', 'records', keyword],
    queryFn: ({ signal }) => searchRecords(keyword, permits, signal),
    enabled: isLongEnough,
  });
  // While typing, earlier results stay until the new ones arrive; Enter waits for those.
  const hits = (isLongEnough && (data ?? former)) || NO_HITS;
  const { entries, exact } = useMemo(() => {
    const shown = hits.flatMap((hit) => {
      const entry = entryOf(hit, permits, speech, navigate);
      return entry ? [{ hit, entry }] : [];
    });
    const once = shown.filter(({ entry }, at) => shown.findIndex((one) => one.entry.id === entry.id) === at);
    return {
      entries: once.map(({ entry }) => entry),
      exact: once.flatMap(({ hit, entry }) => (hit.exact ? entry : [])),
    };
  }, [hits, permits, speech, navigate]);
  return {
    entries,
    exact,
    failed: isLongEnough ? error : null,
    pending: typed.length >= LEAST && (typed !== waiting || isFetching),
  };
}

/** Searches all kinds; on a server without that call, only the records of bills. */
async function searchRecords(
  keyword: string,
  permits: Permits,
  signal: AbortSignal,
): Promise<readonly RecordFound[]> {
  try {
    if (!serves('search.records')) throw new Error('records');
    return (await client.search.records({ query: { keyword } }, { signal })).hits;
  } catch (error) {
    signal.throwIfAborted();
    if (!permits.allows(permit('bill.search.view'))) throw error;
    const { hits } = await client.bill.search({ query: { keyword } }, { signal });
    return hits.map(({ kind, recordId, number, billId, billNo, batchNo }) => ({
      ...{ kind, recordId, number, billId, exact: number === keyword },
      name: (kind === 'bill' ? batchNo : billNo) ?? null,
    }));
  }
}

/** Names under which lists store their filters, for kinds of records without their own screen. */
const FILTER_KEYS: Readonly<Record<string, string>> = { abnormalCase: 'abnormalCase-asked' };

function entryOf(
  hit: RecordFound,
  permits: Permits,
  speech: Speech,
  navigate: NavigateFunction,
): Entry | undefined {
  const path = pathOfFound(hit) ?? `/bill/search?keyword=${encodeURIComponent(hit.number)}`;
  const screen = screenOf(path);
  if (!screen || !permits.opens(screen)) return undefined;
  const alone = opensAlone(hit.kind);
  const [list, kind] = kindWords(hit.kind);
  return {
    id:
      alone && foundKindsByName[hit.kind]?.path.includes('{id}')
        ? path
        : `${hit.kind} ${hit.recordId} ${hit.number}`,
    group: 'records',
    text: hit.number,
    // Some records are found by their name alone.
    detail: hit.name === hit.number ? undefined : (hit.name ?? undefined),
    kind: speech.choice(list, kind),
    icon: recordIcon,
    run: () => void open(hit, path, alone, navigate).catch(notifyFailed),
  };
}

/** Opens a record: its screen, the side panel of its list, or the list filtered to it. */
async function open(
  hit: RecordFound,
  path: string,
  alone: boolean,
  navigate: NavigateFunction,
): Promise<void> {
  const { kind, recordId, number } = hit;
  if (!alone) {
    if (Object.hasOwn(resources, kind)) {
      const question = read(kind as 'airport', 'get', { params: { id: recordId } });
      handOver(path, 'editing', await queryClient.fetchQuery(question));
    } else handOver(path, FILTER_KEYS[kind] ?? 'asked', { keyword: number });
  }
  navigate(path);
}
