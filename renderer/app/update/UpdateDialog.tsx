import { Button } from '@blueprintjs/core';
import { IN_PLACE, type UpdateState } from '@contract/update';
import { useTranslation } from 'react-i18next';
import { desktop } from '../../api/bridge';
import { AppDialog } from '../../ui/AppDialog';
import { BusyButton } from '../../ui/BusyButton';
import { ErrorText } from '../../ui/Failed';
import { Progress } from '../../ui/Progress';
import { paragraph } from '../../ui/paragraph';
import { notify } from '../../ui/toaster';
import { useSpeech } from '../language';
import { ReleaseNotes } from './ReleaseNotes';
import { command, debCommand, megabytes, refusalText } from './updates';

/** Dialog for an available version: its release notes, and the steps of the update. */
export function UpdateDialog(props: {
  readonly state: UpdateState;
  readonly offer: NonNullable<UpdateState['offer']>;
  readonly onClose: () => void;
}) {
  const { state, offer, onClose } = props;
  const { t } = useTranslation();
  const speech = useSpeech();
  const refused = refusalText(speech, state.refused);
  return (
    <AppDialog
      title={t('app.version', { version: offer.version })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t(state.phase === 'ready' ? 'update.later' : 'common.close')}</Button>
          <Step state={state} offer={offer} />
        </>
      }
    >
      <div className="fc-update">
        <p className="fc-muted">
          {t('update.fromTo', { running: state.running })}
          {offer.file && ` ${t('update.size')}: ${megabytes(offer.file.size)} MB`}
        </p>
        <ReleaseNotes of={offer.notes} title={t('update.notes')} />
        <UpdateStep state={state} version={offer.version} />
        <ErrorText text={refused} />
      </div>
    </AppDialog>
  );
}

/** Next step of the update: its progress or buttons. */
function Step({ state, offer }: Pick<Parameters<typeof UpdateDialog>[0], 'state' | 'offer'>) {
  const { t } = useTranslation();
  const { phase, kind, refused, feed } = state;
  if (phase === 'downloading')
    return <Button onClick={() => command('cancel')}>{t('update.cancelDownload')}</Button>;
  if (phase === 'ready' && !IN_PLACE.includes(kind))
    return <Button onClick={() => void desktop.update.show()}>{t('common.showInFolder')}</Button>;
  if (phase === 'ready' || phase === 'installing')
    return (
      <BusyButton intent="primary" busy={phase === 'installing'} onClick={() => command('install')}>
        {t('update.restart')}
      </BusyButton>
    );
  if (!offer.file)
    return feed?.startsWith('https:') ? (
      <Button onClick={() => void desktop.app.openLink({ url: feed })}>{t('common.open')}</Button>
    ) : (
      <Button onClick={() => void desktop.update.show()}>{t('common.showInFolder')}</Button>
    );
  return (
    <Button intent="primary" onClick={() => command('download')}>
      {t(refused ? 'common.retry' : 'common.download')}
    </Button>
  );
}

/** Progress of the update, and its next step. */
function UpdateStep({ state, version }: { state: UpdateState; version: string }) {
  const { t } = useTranslation();
  const { phase, kind, progress, place, offer, feed } = state;
  if (progress) {
    const done = t('update.progress', { done: megabytes(progress.done), total: megabytes(progress.total) });
    return (
      <div>
        <Progress label={done} part={progress.done / progress.total} />
        <p className="fc-update-count">{done}</p>
      </div>
    );
  }
  if (phase === 'installing') return <p role="status">{t('update.installing')}</p>;
  if (phase === 'ready' && place && !IN_PLACE.includes(kind)) {
    const command = debCommand(place);
    const copy = () =>
      void navigator.clipboard.writeText(command).then(() => notify({ text: t('common.copied') }));
    return (
      <div>
        <p>{t('update.debDetail')}</p>
        <p className="fc-update-command">
          <code>{command}</code>
          <Button size="small" onClick={copy}>
            {t('update.copyCommand')}
          </Button>
        </p>
      </div>
    );
  }
  if (phase === 'ready')
    return <p>{paragraph(t('update.verified'), t('update.restartDetail', { version }))}</p>;
  if (!offer?.file)
    return (
      <p>
        {t('update.folderDetail')} <code>{feed}</code>
      </p>
    );
  return null;
}
