import './parts/nodes.css';
import {
  Button,
  Callout,
  FormGroup,
  HTMLSelect,
  HTMLTable,
  InputGroup,
  NonIdealState,
  Switch,
  TextArea,
} from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { type Bill, billRow } from '@contract/bill/bill';
import { metaOf } from '@contract/fields';
import type { FileKind } from '@contract/files/fileKindNames';
import { MAX_BULK } from '@contract/limits';
import { isTimeNode, type NodeEntry, type TimeNodeName, timeNode } from '@contract/rules/timeNodes';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useKept } from '../../app/drafts';
import { usePermits } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { kindOf } from '../../kinds';
import { useLookups } from '../../kinds/lookups';
import { idOf } from '../../kinds/recordId';
import { BusyButton } from '../../ui/BusyButton';
import { Skeleton } from '../../ui/Loading';
import { useTabOfScanner } from '../../ui/scanner';
import { isComposing, useShortcuts } from '../../ui/shortcuts';
import { notify, notifyFailed } from '../../ui/toaster';
import { UploadMenu } from '../shared/bill/UploadMenu';
import { NotFound } from './parts/NotFound';
import { entryBefore, permittedNodes, thisMinute } from './parts/nodeEntry';
import { type RowResult, TrackRow } from './parts/TrackRow';
import { type CommonEntry, clockOfRow, type OwnEntry, rowEntry } from './parts/trackRows';

const TARGETS = ['airport', 'warehouse'] as const;
const WAREHOUSE = metaOf(billRow.shape.warehouseId);
/** What is meant most often comes first: the notice of arrival, and the arrival at the warehouse for those who see to that. */
const USUAL: readonly TimeNodeName[] = ['noa', 'atWarehouse'];

/** The same for more bills than anyone would type comes as a file. */
const BY_FILE: readonly FileKind[] = ['time_node', 'flight', 'pod'];

type Own = Readonly<Record<string, OwnEntry>>;

/** Bill operations: one time node on many bills, with times and counts of their own where they differ; what is refused is mended in its row. */
export default function TrackingDate() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const lookups = useLookups(TARGETS);
  const { permits } = usePermits();
  const nodes = useMemo(() => permittedNodes(permits).filter(isTimeNode), [permits]);
  const [ids, setIds] = useKept<readonly number[]>('ids', []);
  const [own, setOwn] = useKept<Own>('own', {});
  const [chosen, setChosen] = useKept<TimeNodeName | null>('node', null);
  const [time, setTime] = useState('');
  const [chosenAt, setChosenAt] = useState(() => thisMinute());
  const [warehouseId, setWarehouseId] = useState<number | null>(null);
  const [clear, setClear] = useState(false);
  const [replace, setReplace] = useState<boolean | null>(null);
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map());
  const [busy, setBusy] = useState(false);
  const node =
    (chosen && nodes.includes(chosen) ? chosen : USUAL.find((one) => nodes.includes(one))) ??
    nodes[0] ??
    'noa';
  // An estimate is nearly always there, and set to be replaced.
  const overwrite = replace ?? node === 'eta';
  const common = useMemo<CommonEntry>(
    () => ({ node, time, chosenAt, warehouseId, clear, overwrite }),
    [node, time, chosenAt, warehouseId, clear, overwrite],
  );

  const {
    data: answered,
    former,
    error,
    retry: refetch,
  } = useAnswer({
    ...read('bill', 'list', { query: { id: [...ids], pageSize: MAX_BULK, sort: 'billNo,batchNo' } }),
    enabled: ids.length > 0,
  });
  // Bills that were on the sheet before stay on it while another one is read.
  const data = answered ?? former;
  const bills = useMemo(() => {
    const wanted = new Set(ids);
    return (data?.list ?? []).filter(({ id }) => wanted.has(id));
  }, [data, ids]);
  const missing = answered && ids.length > 0 ? ids.length - bills.length : 0;
  const open = bills.filter(({ id }) => !results.get(id)?.ok);
  const judged = useMemo(
    () =>
      open.map((bill) => ({
        bill,
        row: rowEntry(common, own[bill.id], bill, clockOfRow(common, bill, lookups).zone),
      })),
    [open, common, own, lookups],
  );
  const right = judged.filter(({ row }) => !row.refused && !row.kept);

  const forget = useCallback(() => setResults(new Map()), []);
  const change = (part: () => void) => {
    part();
    forget();
  };
  const setOne = useCallback(
    (id: number, entry: OwnEntry) => {
      setOwn((before) => ({ ...before, [id]: entry }));
      setResults((before) => without(before, [id]));
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

  const send = async (entries: readonly { bill: Bill; entry: NodeEntry }[]) => {
    const [first] = entries;
    if (!first) return undefined;
    const list = entries.map(({ bill, entry }) => ({ id: bill.id, entry: sendable(entry) }));
    const body = {
      selection: { ids: list.map(({ id }) => id) },
      node,
      entry: sendable(first.entry),
      own: list,
    };
    const answer = await client.timeNode.many({ body });
    await invalidate(queryClient, 'bill');
    return answer;
  };
  const undo = async (entries: readonly { bill: Bill; entry: NodeEntry }[]) => {
    try {
      const answer = await send(entries.map(({ bill }) => ({ bill, entry: entryBefore(node, bill) })));
      if (!answer) return;
      const failed = new Map(
        answer.failed.map(({ key, msg }) => [idOf(key) ?? 0, { ok: false, said: [msg] }]),
      );
      setResults(
        (before) =>
          new Map([
            ...without(
              before,
              entries.map(({ bill }) => bill.id),
            ),
            ...failed,
          ]),
      );
      notify({
        text: t('bill.nodesUndone', { ok: answer.ok }),
        intent: answer.failed.length > 0 ? 'warning' : 'success',
      });
    } catch (thrown) {
      notifyFailed(thrown);
    }
  };
  const save = async () => {
    if (busy || right.length === 0) return;
    setBusy(true);
    try {
      const entries = right.map(({ bill, row }) => ({ bill, entry: row.entry }));
      const answer = await send(entries);
      if (answer) {
        const failed = new Map(answer.failed.map(({ key, msg }) => [idOf(key) ?? 0, msg]));
        const warned = new Map(
          answer.warned.map(({ key, warnings }) => [key, warnings.map(({ msg }) => msg)]),
        );
        const came = entries.map(({ bill: { id } }): [number, RowResult] => {
          const msg = failed.get(id);
          return [
            id,
            msg === undefined ? { ok: true, said: warned.get(id) ?? [] } : { ok: false, said: [msg] },
          ];
        });
        setResults((before) => new Map([...before, ...came]));
        const left = judged.filter(({ row }) => row.refused).length + answer.failed.length;
        const done = entries.filter(({ bill }) => !failed.has(bill.id));
        notify({
          text:
            left > 0
              ? t('bill.nodesSome', { ok: answer.ok, failed: left })
              : t('bill.nodesAll', { count: answer.ok }),
          intent: left > 0 ? 'warning' : 'success',
          ...(done.length > 0 ? { action: { text: t('common.undo'), run: () => void undo(done) } } : {}),
        });
      }
    } catch (thrown) {
      notifyFailed(thrown);
    }
    setBusy(false);
  };
  useShortcuts([{ combo: 'mod+s', label: t('common.save'), run: () => void save(), typing: true }]);

  if (nodes.length === 0) return <NonIdealState title={t('bill.nodeNothing')} />;
  const { detail } = timeNode(node);
  const saved = bills.length - open.length;
  return (
    <section className="fc-track">
      <Paste onFound={add} />
      <div className="fc-track-bar">
        <FormGroup label={t('bill.nodeWhich')} labelFor="track-node">
          <HTMLSelect
            id="track-node"
            value={node}
            options={nodes.map((one) => ({ value: one, label: speech.choice('timeNode', one) }))}
            onChange={(event) => {
              const next = event.currentTarget.value as TimeNodeName;
              change(() => {
                setChosen(next);
                setReplace(null);
                setChosenAt(thisMinute());
                // What belongs to one node means nothing to another; a time of its own a bill keeps.
                setOwn((before) =>
                  Object.fromEntries(
                    Object.entries(before).map(([id, { detail: _, ...rest }]) => [id, rest]),
                  ),
                );
              });
            }}
          />
        </FormGroup>
        {!clear && (
          <FormGroup label={t('bill.nodesTime')} labelFor="track-time">
            <InputGroup
              id="track-time"
              className="fc-track-time"
              placeholder="DD/MM/yyyy HH:mm"
              title={t('bill.nodesTimeHint')}
              value={time}
              onValueChange={(typed) => change(() => setTime(typed))}
            />
          </FormGroup>
        )}
        {!clear && (
          <Button
            onClick={() =>
              change(() => {
                setTime('');
                setChosenAt(thisMinute());
              })
            }
          >
            {t('bill.nodeNow')}
          </Button>
        )}
        {!clear && detail === 'warehouseId' && (
          <FormGroup label={speech.label('warehouseId', 'bill')} labelFor="track-warehouse">
            <WarehouseInput value={warehouseId} onChange={(id) => change(() => setWarehouseId(id))} />
          </FormGroup>
        )}
        {!clear && (
          <Switch
            label={t('bill.nodesOverwrite')}
            checked={overwrite}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              change(() => setReplace(checked));
            }}
          />
        )}
        <Switch
          label={t('bill.nodesClearMode')}
          checked={clear}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            change(() => setClear(checked));
          }}
        />
        <span className="fc-spring" />
        {ids.length > 0 && <span className="fc-muted">{t('bill.nodesCount', { count: bills.length })}</span>}
        {saved > 0 && <Button onClick={dropDone}>{t('bill.nodesDropDone')}</Button>}
        {ids.length > 0 && <Button onClick={empty}>{t('bill.nodesEmpty')}</Button>}
        <BusyButton
          intent={clear ? 'danger' : 'primary'}
          busy={busy}
          disabled={right.length === 0}
          onClick={() => void save()}
        >
          {t(clear ? 'bill.nodesClearSave' : 'bill.nodesSave', { count: right.length })}
        </BusyButton>
      </div>
      {missing > 0 && (
        <Callout compact intent="warning">
          {t('bill.nodesMissing', { count: missing })}
        </Callout>
      )}
      {error && !data ? (
        <NonIdealState
          title={error.message}
          action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
        />
      ) : ids.length === 0 ? (
        <NonIdealState
          title={t('bill.nodesNone')}
          description={t('bill.nodesHint')}
          action={<Button onClick={() => navigate('/bill/bill_manage')}>{t('bill.nodesList')}</Button>}
        />
      ) : !data ? (
        <Skeleton lines={8} />
      ) : (
        <div className="fc-node-scroll">
          <HTMLTable compact striped className="fc-node-table">
            <thead>
              <tr>
                <th>{speech.label('billNo', 'bill')}</th>
                <th>{speech.label('stage', 'bill')}</th>
                <th className="fc-end">{speech.label('boxCount', 'bill')}</th>
                <th>{t('bill.nodesPresent')}</th>
                {!clear && <th>{t('bill.nodesNew')}</th>}
                {!clear && detail && detail !== 'warehouseId' && <th>{speech.label(detail, 'bill')}</th>}
                <th>{t('bill.nodesResult')}</th>
                <th aria-label={t('common.operation')} />
              </tr>
            </thead>
            <tbody>
              {bills.map((bill) => (
                <TrackRow
                  key={bill.id}
                  bill={bill}
                  common={common}
                  own={own[bill.id]}
                  result={results.get(bill.id)}
                  lookups={lookups}
                  onOwn={setOne}
                  onRemove={removeOne}
                />
              ))}
            </tbody>
          </HTMLTable>
        </div>
      )}
    </section>
  );
}

const sendable = ({ uldNumbers: _, ...entry }: NodeEntry) => entry;

function without(
  results: ReadonlyMap<number, RowResult>,
  ids: readonly number[],
): ReadonlyMap<number, RowResult> {
  const rest = new Map(results);
  for (const id of ids) rest.delete(id);
  return rest;
}

function WarehouseInput({
  value,
  onChange,
}: {
  value: number | null;
  onChange: (id: number | null) => void;
}) {
  const { Input } = kindOf(WAREHOUSE);
  return (
    <Input
      id="track-warehouse"
      name="warehouseId"
      meta={WAREHOUSE}
      value={value}
      onChange={(id) => onChange(idOf(id))}
      onBlur={() => undefined}
      invalid={false}
      disabled={false}
      required={false}
      row={{}}
    />
  );
}

/** Bills by pasted numbers: of bills, or of boxes and parcels in them. */
function Paste({ onFound }: { onFound: (ids: readonly number[]) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useKept('pasted', '');
  const [notFound, setNotFound] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const find = async () => {
    if (!typed.trim() || busy) return;
    setBusy(true);
    try {
      const { hits, notFound: missing } = await client.bill.search({ query: { keyword: typed.trim() } });
      onFound(hits.flatMap(({ billId }) => billId ?? []));
      setNotFound(missing);
      setTyped(missing.join('\n'));
    } catch (error) {
      notifyFailed(error);
    }
    setBusy(false);
  };
  const tab = useTabOfScanner(() => void find());
  return (
    <>
      <form
        className="fc-track-paste"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextArea
          fill
          rows={2}
          aria-label={t('bill.nodesNumbers')}
          placeholder={t('bill.nodesHint')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            tab(event);
            if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) {
              event.preventDefault();
              void find();
            }
          }}
        />
        <BusyButton type="submit" icon={<Plus />} busy={busy}>
          {t('bill.nodesFind')}
        </BusyButton>
        <UploadMenu of={BY_FILE} />
      </form>
      <NotFound numbers={notFound} />
    </>
  );
}
