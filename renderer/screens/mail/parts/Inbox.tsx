import './letters.css';
import { Button, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { refusalOf } from '@contract/machine';
import {
  type Letter,
  type LetterState,
  letterFilters,
  letterMachines,
  letterSorts,
  letterStateNames,
} from '@contract/mail/letter';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { client } from '../../../api/client';
import { invalidate, keepRows, queryClient, read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useAllowed, usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { servesAction, useServes } from '../../../app/offered';
import { ChosenBar } from '../../../resource/ChosenBar';
import { columnsOf } from '../../../resource/columns';
import { ExportMenu } from '../../../resource/ExportMenu';
import { FilterBar } from '../../../resource/FilterBar';
import { ListFoot } from '../../../resource/ListFoot';
import { ListMenus } from '../../../resource/ListMenus';
import { NoMatch } from '../../../resource/NoMatch';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { StateTabs } from '../../../resource/StateTabs';
import { useChosen } from '../../../resource/useChosen';
import { useListState } from '../../../resource/useListState';
import { BusyButton } from '../../../ui/BusyButton';
import { panelOf } from '../../../ui/panelOf';
import { useShortcuts } from '../../../ui/shortcuts';
import { useDropped } from '../../../ui/useDropped';
import { billPath } from '../../bill/parts/billPath';
import type { InboxSpec } from './inboxSpec';
import { LetterDrawer } from './LetterDrawer';
import { PasteDialog } from './PasteDialog';
import { useLetterActions } from './useLetterActions';
import { useTakeIn } from './useTakeIn';

const BULK = ['ignore', 'restore', 'reopen'] as const;
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const isWaiting = ({ status }: Letter) => status !== 'processed' && status !== 'ignored';

/** The inbox of one kind of mail: taken in, looked at beside what was read, matched, processed or set aside. */
export function Inbox<Row extends Letter>({ spec }: { spec: InboxSpec<Row> }) {
  const { kind, group, row: schema } = spec;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { permits } = usePermits();
  const state = useListState<LetterState | 'all'>(group, '-receivedAt', { tab: 'all' });
  const { asked, setAsked, sort, setSort, tab, setTab } = state;
  const [opened, setOpened] = useKept<number | null>('id', null);
  const [pasting, setPasting] = useState(false);
  const machine = letterMachines[kind];
  const mayEdit = useAllowed(machine.actions.update.permission);
  const serves = useServes();
  const { data: counts } = useQuery({
    ...read(group, 'count'),
    ...keepRows,
    enabled: serves(`${group}.count`),
  });
  const query = { ...asked, ...(tab === 'all' ? {} : { status: [tab] }), sort: sort || '-receivedAt' };
  const rows = useRows<Row>((page, pageSize) => ({
    ...read(group, 'list', { query: { ...query, page, pageSize } as never }),
    ...keepRows,
  }));
  const chosen = useChosen(group, rows, query, ({ mailFrom }) => mailFrom);
  const { selected, done, count, known } = chosen;
  const actions = useLetterActions(group, { nameOf: (id) => known(id) ?? `#${id}`, onDone: done });
  const taking = useTakeIn(group, setOpened);
  const dropped = useDropped(taking.drop);
  const label = speech.words.menu[`config.${group}`];
  const columns = useMemo(
    () =>
      columnsOf<Row>(
        schema,
        [
          { name: 'receivedAt', width: 140 },
          'status',
          {
            name: 'subject',
            width: 290,
            cell: (row: Row) =>
              row.openedAt === null && isWaiting(row) ? <strong>{row.subject}</strong> : row.subject,
          },
          { name: 'mailFrom', width: 200 },
          { name: 'statedBillNo', width: 135 },
          { name: 'billNo', width: 130 },
          { name: 'batchNo', width: 110 },
          ...spec.columns,
          { name: 'fileCount', width: 95 },
          { name: 'mailboxId', width: 160, hidden: true },
          { name: 'ignoreReason', width: 180, hidden: true },
          { name: 'processedAt', hidden: true },
          { name: 'processedBy', hidden: true },
          { name: 'openedAt', hidden: true },
          { name: 'createdBy', hidden: true },
        ] as never,
        { sorts: letterSorts, label: (field) => speech.label(field, group) },
      ),
    [schema, spec.columns, speech, group],
  );

  // What somebody looks at is new to nobody any more.
  useEffect(() => {
    if (opened === null) return;
    void client[group]
      .opened({ body: { ids: [opened] } })
      .then(({ opened: changed }) => (changed > 0 ? invalidate(queryClient, group) : undefined))
      .catch(() => undefined);
  }, [opened, group]);

  const latestOpened = useRef(opened);
  latestOpened.current = opened;
  /** Opens the next mail that waits, below the one that is open, else the first of all. */
  const next = () => {
    const shown = Array.from({ length: rows.total }, (_, index) => rows.at(index)).filter(
      (row): row is Row => row !== undefined,
    );
    const at = shown.findIndex(({ id }) => id === opened);
    const waiting = [...shown.slice(at + 1), ...shown.slice(0, Math.max(at, 0))].find(isWaiting);
    setOpened(waiting?.id ?? null);
  };
  const process = async (letter: Letter) => {
    // Who closed it meanwhile, or went on, is led nowhere.
    if ((await actions.process(letter)) && latestOpened.current === letter.id) next();
  };
  useShortcuts([{ combo: 'n', label: t('letters.next'), run: next }]);

  const filtered = Object.keys(asked).length > 0 || tab !== 'all';
  const offered = BULK.filter(
    (action) => permits?.allows(machine.actions[action].permission) && servesAction(serves, machine, action),
  );
  return (
    <section className="fc-list">
      <StateTabs
        id={`${group}-states`}
        states={['all', ...letterStateNames]}
        shown={tab}
        onShow={setTab}
        nameOf={(state) => (state === 'all' ? t('letters.all') : speech.state('letter', state))}
        countOf={(state) =>
          counts && (state === 'all' ? sumOf(Object.values(counts.states)) : counts.states[state])
        }
      />
      <div className="fc-list" {...panelOf(`${group}-states`, tab)}>
        {mayEdit && (
          <div className={`fc-letter-drop${dropped.over ? ' fc-over' : ''}`} {...dropped.place}>
            <p className="fc-muted">{t('letters.drop')}</p>
            <BusyButton intent="primary" busy={taking.busy} onClick={taking.choose}>
              {t('letters.choose')}
            </BusyButton>
            <Button onClick={() => setPasting(true)}>{t('letters.paste')}</Button>
          </div>
        )}
        <FilterBar
          schema={schema}
          filters={letterFilters[kind].filter((name) => name !== 'status' && name !== 'billId')}
          resource={group}
          asked={state.kept}
          onAsk={setAsked}
          placeholder={t('letters.keyword')}
          chosen={
            count > 0 && (
              <ChosenBar chosen={chosen}>
                {offered.map((action) => (
                  <Button key={action} onClick={() => actions.act(action, selected)}>
                    {speech.action('letter', action)}
                  </Button>
                ))}
              </ChosenBar>
            )
          }
        >
          <ListMenus state={state} columns={columns} />
          <ExportMenu
            name={label}
            call={`${group}.export`}
            within="query"
            query={query}
            list={group}
            columns={columns}
          />
        </FilterBar>
        <RecordTable
          list={group}
          label={label}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={(to) => setSort(to || '-receivedAt')}
          {...(offered.length > 0 ? chosen.table : {})}
          onOpen={(row) => setOpened(row.id)}
          actions={(row) => (
            <Menu>
              <MenuItem text={t('common.open')} label="Enter" onClick={() => setOpened(row.id)} />
              {row.billId !== null && (
                <MenuItem text={t('customs.openBill')} onClick={() => navigate(billPath(row.billId))} />
              )}
              {offered.map((action) => {
                const refused = refusalOf(machine, action, row as never);
                return (
                  <MenuItem
                    key={action}
                    text={speech.action('letter', action)}
                    disabled={refused !== undefined}
                    label={refused ? speech.message(refused) : ''}
                    onClick={() => actions.act(action, { ids: [row.id] })}
                  />
                );
              })}
            </Menu>
          )}
          empty={
            filtered ? (
              <NoMatch
                onClear={() => {
                  setAsked({});
                  setTab('all');
                }}
              />
            ) : (
              <NonIdealState title={t('letters.empty')} description={t('letters.emptyDetail')} />
            )
          }
        />
        <ListFoot total={rows.total} capped={rows.totalCapped} chosen={count} />
      </div>
      <LetterDrawer
        spec={spec}
        id={opened}
        onProcess={(letter) => void process(letter)}
        onAct={(action, id) => actions.act(action, { ids: [id] })}
        onNext={next}
        onClose={() => setOpened(null)}
      />
      {pasting && <PasteDialog onPaste={taking.paste} onClose={() => setPasting(false)} />}
      {actions.dialogs}
    </section>
  );
}
