import './bell.css';
import { Button, Tag } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import type { Message } from '@contract/partners/message';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../api/answers';
import { desktop, listen } from '../api/bridge';
import { client } from '../api/client';
import { invalidate, queryClient, read } from '../api/queries';
import { Answered } from '../resource/Answered';
import { DropDown } from '../ui/DropDown';
import { useLanguage, useSpeech } from './language';
import { ownTime } from './zone';

/** How often the bell looks for new messages, in milliseconds. */
const EVERY = 15_000;
const SHOWN = 12;

/** How many messages are unread, and the newest of them. A server without messages has no bell. */
export function Bell() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useAnswer({
    ...read('message', 'count'),
    refetchInterval: EVERY,
    // Also notifies users who are working in another window.
    refetchIntervalInBackground: true,
  });
  useNotices(data?.total);
  if (!data) return null;
  const title = t('bill.messagesUnread', { count: data.unread });
  return (
    <DropDown
      placement="bottom-end"
      isOpen={open}
      onInteraction={setOpen}
      content={<Newest unread={data.unread} onClose={() => setOpen(false)} />}
    >
      <Button variant="minimal" icon={<Notifications />} aria-label={title} title={title} className="fc-bell">
        {data.unread > 0 && (
          <Tag round intent="danger" className="fc-bell-count">
            {data.unread > 99 ? '99+' : data.unread}
          </Tag>
        )}
      </Button>
    </DropDown>
  );
}

/** Shows a system notification for new messages since the last fetch, and opens its target on a click. */
function useNotices(total: number | undefined): void {
  const navigate = useNavigate();
  const last = useRef<number | undefined>(undefined);
  useEffect(() => listen('open', ({ path }) => navigate(path)), [navigate]);
  useEffect(() => {
    const before = last.current;
    last.current = total;
    if (before === undefined || total === undefined || total <= before) return;
    const notify = async () => {
      const { list } = await client.message.list({ query: { sort: '-sentAt', pageSize: 1 } });
      const [newest] = list;
      await invalidate(queryClient, 'message');
      if (!newest || newest.readAt !== null) return;
      const { type, billNo, link } = newest;
      await desktop.app.notify({ count: total - before, type, billNo, path: link });
    };
    notify().catch(() => undefined);
  }, [total]);
}

function Newest({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const language = useLanguage();
  const navigate = useNavigate();
  const answer = useAnswer(read('message', 'list', { query: { sort: '-sentAt', pageSize: SHOWN } }));
  const markRead = async (body: { ids: number[] } | { all: true }) => {
    await client.message.read({ body }).catch(() => undefined);
    await invalidate(queryClient, 'message');
  };
  const open = ({ id, link, readAt }: Message) => {
    onClose();
    if (readAt === null) void markRead({ ids: [id] });
    if (link) navigate(link);
  };
  return (
    <section className="fc-newest" aria-label={t('bill.messages')}>
      <header>
        <h2>{t('bill.messages')}</h2>
        <Button
          size="small"
          variant="minimal"
          disabled={unread === 0}
          onClick={() => void markRead({ all: true })}
        >
          {t('bill.messagesReadAll')}
        </Button>
      </header>
      <Button
        size="small"
        variant="minimal"
        onClick={() => {
          onClose();
          navigate('/message/list');
        }}
      >
        {t('letters.allMessages')}
      </Button>
      <Answered answer={answer}>
        {({ list }) => (
          <>
            {list.length === 0 && <p className="fc-muted">{t('bill.messagesNone')}</p>}
            <ul>
              {list.map((message) => (
                <li key={message.id}>
                  <button
                    type="button"
                    className={message.readAt === null ? 'fc-unread' : undefined}
                    onClick={() => open(message)}
                  >
                    <span>{language === 'cn' ? message.textCn : message.textEn}</span>
                    <small>
                      {speech.choice('messageType', message.type)} · {speech.actor(message.senderName)} ·{' '}
                      {ownTime(message.sentAt)}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </section>
  );
}
