import type { Bill } from '@contract/bill/bill';
import { MAX_BULK } from '@contract/limits';
import { isTimeNode, type TimeNodeName } from '@contract/rules/timeNodes';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { usePermits } from '../../../app/guard';
import { useLookups } from '../../../kinds/lookups';
import { notify } from '../../../ui/toaster';
import { permittedNodes, thisMinute } from './nodeEntry';
import type { RowResult } from './TrackRow';
import { type CommonEntry, clockOfRow, type OwnEntry, rowEntry } from './trackRows';

const TARGETS = ['airport', 'warehouse', 'destination'] as const;
/** Most frequent nodes, listed first: the notice of arrival, and the arrival at the warehouse. */
const USUAL: readonly TimeNodeName[] = ['noa', 'atWarehouse'];

type OwnEntries = Readonly<Record<string, OwnEntry>>;
type Results = ReadonlyMap<number, RowResult>;

/** Returns the results without those of some bills. */
export function withoutBills(results: Results, ids: readonly number[]): Results {
  const rest = new Map(results);
  for (const id of ids) rest.delete(id);
  return rest;
}

/** Drops the details of one node, which do not apply to another; bills keep their own times. */
const withoutDetails = (own: OwnEntries): OwnEntries =>
  Object.fromEntries(Object.entries(own).map(([id, { detail: _, ...rest }]) => [id, rest]));

/** Entry for all bills at once: node, time, warehouse, clearing and replacing. `forget` drops their results. */
function useCommonEntry(nodes: readonly TimeNodeName[], forget: () => void, forgetDetails: () => void) {
  const [chosen, setChosen] = useKept<TimeNodeName | null>('node', null);
  const [time, setTime] = useState('');
  const [chosenAt, setChosenAt] = useState(() => thisMinute());
  const [warehouseId, setWarehouseId] = useState<number | null>(null);
  const [clear, setClear] = useState(false);
  const [replace, setReplace] = useState<boolean | null>(null);
  const node =
    (chosen && nodes.includes(chosen) ? chosen : USUAL.find((one) => nodes.includes(one))) ??
    nodes[0] ??
    'noa';
  // Estimates nearly always exist and are meant to be replaced.
  const overwrite = replace ?? node === 'eta';
  const common = useMemo<CommonEntry>(
    () => ({ node, time, chosenAt, warehouseId, clear, overwrite }),
    [node, time, chosenAt, warehouseId, clear, overwrite],
  );
  const changing =
    <T>(part: (value: T) => void) =>
    (value: T) => {
      part(value);
      forget();
    };
  return {
    common,
    setNode: changing((next: TimeNodeName) => {
      setChosen(next);
      setReplace(null);
      setChosenAt(thisMinute());
      forgetDetails();
    }),
    setTime: changing(setTime),
    setNow: changing(() => {
      setTime('');
      setChosenAt(thisMinute());
    }),
    setWarehouseId: changing(setWarehouseId),
    setClear: changing(setClear),
    setReplace: changing(setReplace),
  };
}

/** Bills on the sheet, in the order of their numbers. */
function useBills(ids: readonly number[]) {
  const {
    data: answered,
    former,
    error,
    retry,
  } = useAnswer({
    ...read('bill', 'list', { query: { id: [...ids], pageSize: MAX_BULK, sort: 'billNo,batchNo' } }),
    enabled: ids.length > 0,
  });
  // The bills stay on the sheet while another one is loading.
  const data = answered ?? former;
  const bills = useMemo((): Bill[] => {
    const wanted = new Set(ids);
    return (data?.list ?? []).filter(({ id }) => wanted.has(id));
  }, [data, ids]);
  const missing = answered && ids.length > 0 ? ids.length - bills.length : 0;
  return { bills, missing, ready: data !== undefined, error: data ? undefined : error, retry };
}

/** Sheet of bills that get one time node: the common values, those of each bill, and the results. */
export function useTrackSheet() {
  const { t } = useTranslation();
  const lookups = useLookups(TARGETS);
  const { permits } = usePermits();
  const nodes = useMemo(() => permittedNodes(permits).filter(isTimeNode), [permits]);
  const [ids, setIds] = useKept<readonly number[]>('ids', []);
  const [own, setOwn] = useKept<OwnEntries>('own', {});
  const [results, setResults] = useState<Results>(new Map());
  const forget = useCallback(() => setResults(new Map()), []);
  const entry = useCommonEntry(nodes, forget, () => setOwn(withoutDetails));
  const { common } = entry;
  const listed = useBills(ids);
  const { bills } = listed;
  const open = bills.filter(({ id }) => !results.get(id)?.ok);
  const judged = useMemo(
    () =>
      open.map((bill) => ({
        bill,
        row: rowEntry(common, own[bill.id], bill, clockOfRow(common, bill, lookups).zone),
      })),
    [open, common, own, lookups],
  );
  const setOne = useCallback(
    (id: number, one: OwnEntry) => {
      setOwn((before) => ({ ...before, [id]: one }));
      setResults((before) => withoutBills(before, [id]));
    },
    [setOwn],
  );
  const removeOne = useCallback(
    (id: number) => setIds((before) => before.filter((one) => one !== id)),
    [setIds],
  );
  const add = (more: readonly number[]) => {
    const all = [...new Set([...ids, ...more])];
    if (all.length > MAX_BULK) notify({ text: t('bill.nodesTooMany', { max: MAX_BULK }), intent: 'warning' });
    setIds(all.slice(0, MAX_BULK));
  };
  const dropDone = () => {
    setIds((before) => before.filter((id) => !results.get(id)?.ok));
    forget();
  };
  const empty = () => {
    setIds([]);
    setOwn({});
    forget();
  };
  const saved = bills.length - open.length;
  return {
    ...{ ...entry, ...listed, lookups, nodes, ids, own, results, setResults, judged, saved },
    ...{ setOne, removeOne, add, dropDone, empty },
  };
}
export type TrackSheet = ReturnType<typeof useTrackSheet>;
