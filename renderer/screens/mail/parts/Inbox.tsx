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
import { type ReactNode, useEffect, useMemo, useState } from 'react';
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
const countIn = (states: Readonly<Record<LetterState, number>>, state: LetterState | 'all') =>
  state === 'all' ? Object.values(states).reduce((sum, one) => sum + one, 0) : states[state];
const isWaiting = ({ status }: Letter) => status !== 'processed' && status !== 'ignored';

const inboxColumns = <Row extends Letter>(own: InboxSpec<Row>['columns']) =>
  [
    { name: 'receivedAt', width: 140 },
    'status',
    {
      name: 'subject',
      width: 290,
      cell: (row: Row) =>
        row.openedAt === null && isWaiting(row) ? <strong>{row.subject}</strong> : row.subject,
    },
    { name: 'mailFrom', width: 280 },
    { name: 'statedBillNo', width: 135 },
    { name: 'billNo', width: 130 },
    { name: 'batchNo', width: 110 },
    ...own,
    { name: 'fileCount', width: 95 },
    { name: 'mailboxId', width: 160, hidden: true },
    { name: 'ignoreReason', width: 180, hidden: true },
    { name: 'processedAt', hidden: true },
    { name: 'processedBy', hidden: true },
    { name: 'openedAt', hidden: true },
    { name: 'createdBy', hidden: true },
  ] as readonly ColumnChoice<Letter>[] as readonly ColumnChoice<Row>[];

/** Inbox of one kind of email: import, view with the extracted values, match, process or set aside. */
export function Inbox<Row extends Letter>({ spec }: { spec: InboxSpec<Row> }) {
  const { kind, group, row: schema } = spec;
  const { t } = useTranslation();
  const speech = useSpeech();
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
  const columns = useMemo(() => inboxColumns(spec.columns), [spec.columns]);
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

  useSeen(group, opened);
  /** Returns the next waiting email below another one, or else the first one. */
  const nextAfter = (id: number | null) => {
    const shown = Array.from({ length: rows.total ?? 0 }, (_, index) => rows.at(index)).filter(
      (row): row is Row => row !== undefined,
    );
    const at = shown.findIndex((row) => row.id === id);
    return [...shown.slice(at + 1), ...shown.slice(0, Math.max(at, 0))].find(isWaiting)?.id ?? null;
  };
  const next = () => setOpened(nextAfter(opened));
  const process = async (letter: Letter) => {
    // Moves on only if it is still open.
    if (await actions.process(letter)) setOpened((now) => (now === letter.id ? nextAfter(now) : now));
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
          Object.keys(list.state.query).length > 0 ? undefined : countIn(states, state),
      }}
      above={mayEdit && <LetterDrop taking={taking} onPaste={() => setPasting(true)} />}
      chosenButtons={offered.map((action) => (
        <Button key={action} onClick={() => actions.act(action, selected)}>
          {speech.action('letter', action)}
        </Button>
      ))}
      onOpen={(row) => setOpened(row.id)}
      actions={(row) => (
        <LetterMenu letter={row} onOpen={() => setOpened(row.id)}>
          <ActionItems
            machine={machine}
            actions={offered}
            row={row}
            onAct={(action) => actions.act(action, { ids: [row.id] })}
          />
        </LetterMenu>
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

/** Marks an opened email as seen for everyone. */
function useSeen(group: InboxSpec<never>['group'], opened: number | null) {
  useEffect(() => {
    if (opened === null) return;
    void client[group]
      .opened({ body: { ids: [opened] } })
      .then(({ opened: changed }) => (changed > 0 ? invalidate(queryClient, group) : undefined))
      .catch(() => undefined);
  }, [opened, group]);
}

/** Place to import emails: dropped files, selected files, or pasted text. */
function LetterDrop({ taking, onPaste }: { taking: ReturnType<typeof useTakeIn>; onPaste: () => void }) {
  const { t } = useTranslation();
  const dropped = useDropped(taking.drop);
  return (
    <div className={`fc-letter-drop${dropped.over ? ' fc-over' : ''}`} {...dropped.place}>
      <p className="fc-muted">{t('letters.drop')}</p>
      <BusyButton intent="primary" busy={taking.busy} onClick={taking.choose}>
        {t('letters.choose')}
      </BusyButton>
      <Button onClick={onPaste}>{t('letters.paste')}</Button>
    </div>
  );
}

/** Menu of an email: the ways to open it and its bill, then the actions on it. */
function LetterMenu(props: { letter: Letter; onOpen: () => void; children: ReactNode }) {
  const { letter, onOpen, children } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Menu>
      <MenuItem text={t('common.open')} label="Enter" onClick={onOpen} />
      {letter.billId !== null && (
        <MenuItem text={t('common.openBill')} onClick={() => navigate(billPath(letter.billId))} />
      )}
      {children}
    </Menu>
  );
}
