import './letters.css';
import { Button, Menu, MenuItem } from '@blueprintjs/core';
import {
  type Letter,
  type LetterState,
  letterFilters,
  letterMachines,
  letterSorts,
  letterStateNames,
} from '@contract/mail/letter';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useKept } from '../../../app/drafts';
import { useAllowed, usePermits } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { servesAction, useServes } from '../../../app/offered';
import { ActionItems } from '../../../resource/ActionItems';
import type { ColumnChoice } from '../../../resource/columns';
import { RecordList } from '../../../resource/RecordList';
import { useRecordList } from '../../../resource/useRecordList';
import { BusyButton } from '../../../ui/BusyButton';
import { useShortcuts } from '../../../ui/shortcuts';
import { useDropped } from '../../../ui/useDropped';
import { billPath } from '../../shared/bill/billPath';
import type { InboxSpec } from './inboxSpec';
import { LetterDrawer } from './LetterDrawer';
import { PasteDialog } from './PasteDialog';
import { useLetterActions } from './useLetterActions';
import { useTakeIn } from './useTakeIn';

const BULK = ['ignore', 'restore', 'reopen'] as const;
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const isWaiting = ({ status }: Letter) => status !== 'processed' && status !== 'ignored';

/** Inbox of one kind of email: import, view with the extracted values, match, process or set aside. */
export function Inbox<Row extends Letter>({ spec }: { spec: InboxSpec<Row> }) {
  const { kind, group, row: schema } = spec;
  const { t } = useTranslation();
  const speech = useSpeech();
  const navigate = useNavigate();
  const { permits } = usePermits();
  const [opened, setOpened] = useKept<number | null>('id', null);
  const [pasting, setPasting] = useState(false);
  const machine = letterMachines[kind];
  const mayEdit = useAllowed(machine.actions.update.permission);
  const serves = useServes();
  const counts = useAnswer({ ...read(group, 'count'), enabled: serves(`${group}.count`) });
  const offered = BULK.filter(
    (action) => permits?.allows(machine.actions[action].permission) && servesAction(serves, machine, action),
  );
  const columns = useMemo(
    () =>
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
      ] as readonly ColumnChoice<Letter>[] as readonly ColumnChoice<Row>[],
    [spec.columns],
  );
  const list = useRecordList<Row, LetterState | 'all', string>({
    group,
    row: schema,
    columns,
    filters: letterFilters[kind].filter((name) => name !== 'status' && name !== 'billId'),
    sorts: letterSorts,
    order: '-receivedAt',
    tab: 'all',
    narrow: (tab) => (tab === 'all' ? {} : { status: [tab] }),
    choice: { possible: offered.length > 0, knownOf: ({ mailFrom }) => mailFrom },
  });
  const { rows } = list;
  const { selected, done, known } = list.chosen;
  const actions = useLetterActions(group, { nameOf: (id) => known(id) ?? `#${id}`, onDone: done });
  const taking = useTakeIn(group, setOpened);
  const dropped = useDropped(taking.drop);

  // Viewing an email marks it as seen for everyone.
  useEffect(() => {
    if (opened === null) return;
    void client[group]
      .opened({ body: { ids: [opened] } })
      .then(({ opened: changed }) => (changed > 0 ? invalidate(queryClient, group) : undefined))
      .catch(() => undefined);
  }, [opened, group]);

  const latestOpened = useRef(opened);
  latestOpened.current = opened;
  /** Opens the next waiting email below the open one, or else the first one. */
  const next = () => {
    const shown = Array.from({ length: rows.total ?? 0 }, (_, index) => rows.at(index)).filter(
      (row): row is Row => row !== undefined,
    );
    const at = shown.findIndex(({ id }) => id === opened);
    const waiting = [...shown.slice(at + 1), ...shown.slice(0, Math.max(at, 0))].find(isWaiting);
    setOpened(waiting?.id ?? null);
  };
  const process = async (letter: Letter) => {
    // Do not move on if the user has closed it or opened another meanwhile.
    if ((await actions.process(letter)) && latestOpened.current === letter.id) next();
  };
  useShortcuts([{ combo: 'n', label: t('letters.next'), run: next }]);

  return (
    <RecordList
      of={list}
      label={speech.words.menu[`config.${group}`]}
      placeholder={t('letters.keyword')}
      tabs={{
        id: `${group}-states`,
        states: ['all', ...letterStateNames],
        nameOf: (state) => (state === 'all' ? t('common.all') : speech.state('letter', state)),
        counts,
        // The counts cover all email; with a filter they are unknown.
        countOf: ({ states }, state) =>
          Object.keys(list.state.asked).length > 0
            ? undefined
            : state === 'all'
              ? sumOf(Object.values(states))
              : states[state],
      }}
      above={
        mayEdit && (
          <div className={`fc-letter-drop${dropped.over ? ' fc-over' : ''}`} {...dropped.place}>
            <p className="fc-muted">{t('letters.drop')}</p>
            <BusyButton intent="primary" busy={taking.busy} onClick={taking.choose}>
              {t('letters.choose')}
            </BusyButton>
            <Button onClick={() => setPasting(true)}>{t('letters.paste')}</Button>
          </div>
        )
      }
      chosenButtons={offered.map((action) => (
        <Button key={action} onClick={() => actions.act(action, selected)}>
          {speech.action('letter', action)}
        </Button>
      ))}
      onOpen={(row) => setOpened(row.id)}
      actions={(row) => (
        <Menu>
          <MenuItem text={t('common.open')} label="Enter" onClick={() => setOpened(row.id)} />
          {row.billId !== null && (
            <MenuItem text={t('common.openBill')} onClick={() => navigate(billPath(row.billId))} />
          )}
          <ActionItems
            machine={machine}
            actions={offered}
            row={row}
            onAct={(action) => actions.act(action, { ids: [row.id] })}
          />
        </Menu>
      )}
      empty={{ title: t('common.noEmails'), detail: t('letters.emptyDetail') }}
    >
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
    </RecordList>
  );
}
