import './update.css';
import { Button, FormGroup, InputGroup, Switch } from '@blueprintjs/core';
import type { UpdateState } from '@contract/update';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/bridge';
import { BusyButton } from '../../ui/BusyButton';
import { Facts } from '../../ui/Facts';
import { ErrorText } from '../../ui/Failed';
import { Skeleton } from '../../ui/Loading';
import { notify } from '../../ui/toaster';
import { useDesk } from '../desk';
import { useSpeech } from '../language';
import { ownTime } from '../zone';
import { command, followUpdates, refusalText, setDaily, setFeed, showUpdate, useUpdate } from './updates';

/** Update settings: the current version, the state, and the update source. */
export function UpdateSettings() {
  useEffect(followUpdates, []);
  const state = useUpdate();
  return state ? <CurrentState state={state} /> : <Skeleton lines={4} />;
}

function CurrentState({ state }: { state: UpdateState }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const { phase, offer, running, kind, lastLook, off, daily, feed, refused } = state;
  const at = lastLook && ownTime(lastLook);
  const version = offer?.version ?? '';
  const busy = phase === 'looking' || phase === 'downloading' || phase === 'installing';
  const failed = refusalText(speech, refused);
  const locked = useDesk(({ managed }) => managed.locked.includes('updates'));
  return (
    <div className="fc-update fc-setting">
      <Facts
        of={[
          [t('update.running'), running],
          [t('update.kind'), t(`update.kinds.${kind}`)],
          [t('update.lastLook'), at ?? t('update.never')],
          [
            t('update.state'),
            <span key="state" role="status">
              {failed && phase === 'idle'
                ? t('update.refusedState')
                : t(`update.phases.${phase}`, { version })}
            </span>,
          ],
        ]}
      />
      {off ? <p className="fc-muted">{refusalText(speech, off)}</p> : <ErrorText text={failed} />}
      {!off && (
        <>
          <p className="fc-update-actions">
            <BusyButton busy={phase === 'looking'} disabled={busy || !feed} onClick={() => command('look')}>
              {t('update.look')}
            </BusyButton>
            {offer && (
              <Button intent="primary" onClick={() => showUpdate(true)}>
                {t('update.open')}
              </Button>
            )}
          </p>
          {locked ? (
            <FormGroup label={t('update.feed')} helperText={t('settings.managed')}>
              <code>{feed ?? t('update.feedNone')}</code>
            </FormGroup>
          ) : (
            <FeedForm key={feed ?? ''} feed={feed} busy={busy} />
          )}
          <Daily daily={daily} />
        </>
      )}
    </div>
  );
}

function FeedForm({ feed, busy }: { feed: string | null; busy: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState(feed ?? '');
  const [refused, setRefused] = useState<string | null>(null);
  const save = async (place: string | null) => {
    setRefused(null);
    try {
      await setFeed(place);
      if (place) notify({ text: t('update.feedSaved'), intent: 'success' });
    } catch (error) {
      setRefused(failureOf(error).message);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(typed.trim() || null);
      }}
    >
      <FormGroup label={t('update.feed')} labelFor={id} helperText={t('update.feedDetail')}>
        <div className="fc-update-feed">
          <InputGroup
            id={id}
            value={typed}
            placeholder={t('update.feedNone')}
            disabled={busy}
            fill
            onValueChange={setTyped}
          />
          <Button type="submit" disabled={busy || typed.trim() === (feed ?? '')}>
            {t('common.save')}
          </Button>
          <Button disabled={busy} onClick={() => command('chooseFolder')}>
            {t('common.chooseFolder')}
          </Button>
          {feed && (
            <Button disabled={busy} onClick={() => void save(null)}>
              {t('update.feedClear')}
            </Button>
          )}
        </div>
      </FormGroup>
      <ErrorText text={refused} />
    </form>
  );
}

function Daily({ daily }: { daily: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <Switch
        label={t('update.daily')}
        aria-describedby={id}
        checked={daily}
        onChange={(event) => setDaily(event.currentTarget.checked)}
      />
      <p className="fc-muted" id={id}>
        {t('update.dailyDetail')}
      </p>
    </>
  );
}
