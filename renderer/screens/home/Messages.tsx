import { Button, Menu, MenuItem, NonIdealState } from '@blueprintjs/core';
import { type Message, messageRow } from '@contract/partners/message';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useLanguage, useSpeech } from '../../app/language';
import { ChosenBar } from '../../resource/ChosenBar';
import { columnsOf } from '../../resource/columns';
import { FilterBar } from '../../resource/FilterBar';
import { ListFoot } from '../../resource/ListFoot';
import { ListMenus } from '../../resource/ListMenus';
import { NoMatch } from '../../resource/NoMatch';
import { RecordTable } from '../../resource/RecordTable';
import { useRows } from '../../resource/rows';
import { StateTabs } from '../../resource/StateTabs';
import type { Selected } from '../../resource/selection';
import { useChosen } from '../../resource/useChosen';
import { useListState } from '../../resource/useListState';
import { panelOf } from '../../ui/panelOf';
import { notifyFailed } from '../../ui/toaster';
import { messageColumns } from './messageColumns';

const FILTERS = ['type', 'billNo', 'sentAt'] as const;

/** All messages to the one who is signed in; opening one marks it as read and leads to what it is about. */
export default function Messages() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const language = useLanguage();
  const navigate = useNavigate();
  const state = useListState<'all' | 'unread' | 'read'>('message', '-sentAt', { tab: 'all' });
  const { asked, setAsked, sort, setSort, tab, setTab } = state;
  const counts = useAnswer(read('message', 'count'));
  const query = { ...asked, ...(tab === 'all' ? {} : { unread: tab === 'unread' }), sort: sort || '-sentAt' };
  const rows = useRows<Message>((page, pageSize) => ({
    ...read('message', 'list', { query: { ...query, page, pageSize } }),
  }));
  const chosen = useChosen('message', rows, query, () => null, true);
  const { selected, clear, count } = chosen;
  const columns = useMemo(
    () =>
      columnsOf<Message>(
        messageRow,
        [
          ...messageColumns(language, t('bill.messageText'), 460),
          { name: 'billNo', width: 140 },
          { name: 'batchNo', width: 130 },
          { name: 'senderName', width: 160 },
          { name: 'readAt', width: 140 },
        ],
        { sorts: ['sentAt'], label: (field) => speech.label(field) },
      ),
    [speech, language, t],
  );
  const markRead = async (body: Selected | { all: true }) => {
    try {
      await client.message.read({ body: body as never });
      clear();
    } catch (error) {
      notifyFailed(error);
    }
    await invalidate(queryClient, 'message');
  };
  const open = ({ id, readAt, link }: Message) => {
    if (readAt === null) void markRead({ ids: [id] });
    if (link) navigate(link);
  };
  const filtered = Object.keys(asked).length > 0;
  return (
    <section className="fc-list">
      <StateTabs
        id="messages"
        states={['all', 'unread', 'read']}
        shown={tab}
        onShow={setTab}
        nameOf={(one) => t(`letters.messages.${one}`)}
        counts={counts}
        // They are of all messages: none of a filter are known.
        countOf={({ total, unread }, one) =>
          filtered ? undefined : { all: total, unread, read: total - unread }[one]
        }
      />
      <div className="fc-list" {...panelOf('messages', tab)}>
        <FilterBar
          schema={messageRow}
          filters={FILTERS}
          resource="message"
          asked={state.kept}
          onAsk={setAsked}
          chosen={
            count > 0 && (
              <ChosenBar chosen={chosen}>
                <Button onClick={() => void markRead(selected)}>{t('letters.markRead')}</Button>
              </ChosenBar>
            )
          }
        >
          <Button disabled={!counts.data?.unread} onClick={() => void markRead({ all: true })}>
            {t('bill.messagesReadAll')}
          </Button>
          <ListMenus state={state} columns={columns} />
        </FilterBar>
        <RecordTable
          list="message"
          label={t('bill.messages')}
          columns={columns}
          rows={rows}
          sort={sort}
          onSort={(to) => setSort(to || '-sentAt')}
          {...chosen.table}
          onOpen={open}
          actions={(row) => (
            <Menu>
              <MenuItem text={t('common.open')} label="Enter" onClick={() => open(row)} />
              {row.readAt === null && (
                <MenuItem text={t('letters.markRead')} onClick={() => void markRead({ ids: [row.id] })} />
              )}
            </Menu>
          )}
          empty={
            filtered || tab !== 'all' ? (
              <NoMatch
                onClear={() => {
                  setAsked({});
                  setTab('all');
                }}
              />
            ) : (
              <NonIdealState title={t('bill.messagesNone')} />
            )
          }
        />
        <ListFoot rows={rows} chosen={count} />
      </div>
    </section>
  );
}
