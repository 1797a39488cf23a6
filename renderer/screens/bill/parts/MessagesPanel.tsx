import { NonIdealState } from '@blueprintjs/core';
import type { Bill } from '@contract/bill/bill';
import { type Message, messageRow } from '@contract/partners/message';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useLanguage, useSpeech } from '../../../app/language';
import { columnsOf } from '../../../resource/columns';
import { ListFoot } from '../../../resource/ListFoot';
import { RecordTable } from '../../../resource/RecordTable';
import { useRows } from '../../../resource/rows';
import { messageColumns } from '../../shared/home/messageColumns';

/** The user's messages about a bill; opening one marks it as read. */
export function MessagesPanel({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const language = useLanguage();
  const [sort, setSort] = useState('-sentAt');
  const columns = useMemo(
    () =>
      columnsOf<Message>(
        messageRow,
        [
          ...messageColumns(language, t('bill.messageText'), 420),
          { name: 'senderName', width: 160 },
          { name: 'readAt', width: 140 },
        ],
        { sorts: ['sentAt'], speech, label: (field) => speech.label(field) },
      ),
    [speech, language, t],
  );
  const rows = useRows<Message>((page, pageSize) => ({
    ...read('message', 'list', { query: { billId: [bill.id], sort: sort || '-sentAt', page, pageSize } }),
  }));
  const open = async ({ id, readAt }: Message) => {
    if (readAt !== null) return;
    await client.message.read({ body: { ids: [id] } }).catch(() => undefined);
    await invalidate(queryClient, 'message');
  };
  return (
    <section>
      <RecordTable
        list="billMessage"
        label={t('bill.messages')}
        columns={columns}
        rows={rows}
        sort={sort}
        onSort={setSort}
        onOpen={(row) => void open(row)}
        empty={<NonIdealState title={t('bill.messagesEmpty')} />}
        offset={60}
      />
      <ListFoot rows={rows} chosen={0} />
    </section>
  );
}
