import '../../shared/config/mail.css';
import { Button, Callout } from '@blueprintjs/core';
import {
  ECB_ADDRESS,
  type RateFeed as Feed,
  type RatesRead,
  rateFeedDraft,
} from '@contract/finance/rateFeed';
import { permit } from '@contract/permissions';
import { formatDay } from '@contract/rules/zonedTime';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient, read } from '../../../api/queries';
import { useData } from '../../../api/unshownFailures';
import { useAllowed } from '../../../app/guard';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { ownTime } from '../../../app/zone';
import { RecordForm } from '../../../resource/RecordForm';
import { BusyButton } from '../../../ui/BusyButton';
import { SidePanel } from '../../../ui/SidePanel';
import { notify, notifyFailed } from '../../../ui/toaster';
import { RatesOfFile } from './RatesOfFile';

const FROM = {
  none: 'finance.ratesFrom_none',
  web: 'finance.ratesFrom_web',
  folder: 'finance.ratesFrom_folder',
} as const satisfies Record<Feed['source'], string>;

/** Where exchange rates are read from, how that went, and buttons to read and to change it. */
export function RateFeed() {
  return useServed('rateFeed.settings') ? <Source /> : null;
}

function Source() {
  const { t } = useTranslation();
  const speech = useSpeech();
  const mayEdit = useAllowed(permit('finance.rate.edit'), 'rateFeed.saveSettings', 'rateFeed.run');
  const mayImport = useAllowed(permit('finance.rate.edit'), 'rateFeed.importFile');
  const [editing, setEditing] = useState<Feed | null>(null);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<RatesRead | null>(null);
  const feed = useData(read('rateFeed', 'settings'));
  if (!feed) return null;

  const take = async (work: () => Promise<RatesRead | null | undefined>) => {
    setBusy(true);
    try {
      const rates = await work();
      if (rates === undefined) return;
      setFound(rates);
      if (rates)
        notify({ text: t('finance.ratesDone', { count: rates.added + rates.changed }), intent: 'success' });
      await invalidate(queryClient, 'rateFeed', 'dayRate');
    } catch (failed) {
      notifyFailed(failed);
    } finally {
      setBusy(false);
    }
  };
  const readNow = () => take(async () => (await client.rateFeed.run({})).read);
  const readFile = () =>
    take(async () => {
      const file = await desktop.files.pick({ call: 'rateFeed.importFile' });
      if (!file) return undefined;
      return client.rateFeed.importFile({ file: file.token }, { key: crypto.randomUUID() });
    });
  const failure =
    feed.error &&
    t('finance.ratesFailed', {
      since: feed.failedSince ? ownTime(feed.failedSince) : '',
      error: [speech.choice('rateFeedError', feed.error), feed.detail].filter(Boolean).join(' · '),
    });
  return (
    <>
      <Callout compact intent={failure ? 'warning' : 'none'} icon={null} className="fc-mail-server">
        <p>
          {t(FROM[feed.source])}
          {feed.newestDay && ` · ${t('finance.ratesNewest', { day: formatDay(feed.newestDay) })}`}
          {failure && <span role="alert"> · {failure}</span>}
        </p>
        {mayEdit && feed.source !== 'none' && (
          <BusyButton busy={busy} onClick={() => void readNow()}>
            {t('finance.ratesNow')}
          </BusyButton>
        )}
        {mayImport && (
          <Button disabled={busy} onClick={() => void readFile()}>
            {t('finance.ratesFile')}
          </Button>
        )}
        {mayEdit && <Button onClick={() => setEditing(feed)}>{t('finance.ratesSource')}</Button>}
      </Callout>
      {found && <RatesOfFile found={found} onClose={() => setFound(null)} />}
      <SidePanel
        isOpen={editing !== null}
        width={440}
        title={t('finance.ratesSource')}
        onClose={() => setEditing(null)}
      >
        {editing && <SourceForm feed={editing} onDone={() => setEditing(null)} />}
      </SidePanel>
    </>
  );
}

function SourceForm({ feed, onDone }: { feed: Feed; onDone: () => void }) {
  const { t } = useTranslation();
  const [source, setSource] = useState<unknown>(feed.source);
  return (
    <RecordForm
      resource="rateFeed"
      row={rateFeedDraft}
      schema={rateFeedDraft}
      groups={[
        { title: t('finance.ratesSource'), fields: source === 'web' ? ['source', 'address'] : ['source'] },
      ]}
      initial={{
        version: feed.version,
        source: feed.source === 'none' ? 'web' : feed.source,
        address: feed.address ?? ECB_ADDRESS,
      }}
      draft="rateFeed"
      watch={(values) => setSource(values.source)}
      hints={{
        source: t(feed.hasFolder ? 'finance.ratesHint' : 'finance.ratesNoFolder'),
        address: t('finance.ratesAddressHint'),
      }}
      save={(body) => client.rateFeed.saveSettings({ body })}
      onSaved={() => {
        void invalidate(queryClient, 'rateFeed');
        onDone();
      }}
      onCancel={onDone}
    />
  );
}
