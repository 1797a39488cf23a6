import { Button, Menu, MenuItem } from '@blueprintjs/core';
import { type Message, messageRow } from '@contract/partners/message';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../api/answers';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useLanguage } from '../../app/language';
import type { ColumnChoice } from '../../resource/columns';
import { RecordList } from '../../resource/RecordList';
import type { BulkSelection } from '../../resource/selection';
import { useRecordList } from '../../resource/useRecordList';
import { notifyFailed } from '../../ui/toaster';
import { messageColumns } from '../shared/home/messageColumns';

const FILTERS = ['type', 'billNo', 'sentAt'] as const;

/** All messages to the signed-in user; opening one marks it as read and opens its subject. */
export default function Messages() {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  const columns = useMemo(
    (): ColumnChoice<Message>[] => [
      ...messageColumns(language, t('bill.messageText'), 460),
      { name: 'billNo', width: 140 },
      { name: 'batchNo', width: 130 },
      { name: 'senderName', width: 160 },
      { name: 'readAt', width: 140 },
    ],
    [language, t],
  );
  const list = useRecordList<Message, 'all' | 'unread' | 'read'>({
    group: 'message',
    row: messageRow,
    columns,
    filters: FILTERS,
    sorts: ['sentAt'],
    order: '-sentAt',
    tab: 'all',
    narrow: (tab) => (tab === 'all' ? {} : { unread: tab === 'unread' }),
    choice: { possible: true },
  });
  const { selected, clear } = list.chosen;
  const counts = useAnswer(read('message', 'count'));
  const filtered = Object.keys(list.state.query).length > 0;
  const markRead = async (body: BulkSelection | { all: true }) => {
    try {
      await client.message.read({ body });
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
  return (
    <RecordList
      of={list}
      label={t('bill.messages')}
      tabs={{
        id: 'messages',
        states: ['all', 'unread', 'read'],
        nameOf: (one) => t(`letters.messages.${one}`),
        counts,
        // The counts cover all messages; with a filter they are unknown.
        countOf: ({ total, unread }, one) =>
          filtered ? undefined : { all: total, unread, read: total - unread }[one],
      }}
      before={
        <Button disabled={!counts.data?.unread} onClick={() => void markRead({ all: true })}>
          {t('bill.messagesReadAll')}
        </Button>
      }
      chosenButtons={<Button onClick={() => void markRead(selected)}>{t('letters.markRead')}</Button>}
      onOpen={open}
      actions={(row) => (
        <Menu>
          <MenuItem text={t('common.open')} label="Enter" onClick={() => open(row)} />
          {row.readAt === null && (
            <MenuItem text={t('letters.markRead')} onClick={() => void markRead({ ids: [row.id] })} />
          )}
        </Menu>
      )}
      empty={{ title: t('bill.messagesNone') }}
    />
  );
}
