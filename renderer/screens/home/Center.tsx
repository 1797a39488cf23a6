import './home.css';
import { Button, Tag } from '@blueprintjs/core';
import type { Profile } from '@contract/access/session';
import { PICTURE } from '@contract/limits';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { desktop } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, queryClient } from '../../api/queries';
import { OwnAvatar } from '../../app/Avatar';
import { useDesk } from '../../app/desk';
import { useAllowed } from '../../app/guard';
import { useSpeech } from '../../app/language';
import { useServed } from '../../app/offered';
import { ownTime } from '../../app/zone';
import { BusyButton } from '../../ui/BusyButton';
import { Facts } from '../../ui/Facts';
import { notifyFailed } from '../../ui/toaster';
import { PasswordForm } from './parts/PasswordForm';
import { PictureCut } from './parts/PictureCut';
import { Sessions } from './parts/Sessions';

/** Personal centre: profile, picture and password, sessions, language and appearance. */
export default function Center() {
  const listsSessions = useServed('session.sessions');
  const { t } = useTranslation();
  const speech = useSpeech();
  const { session } = useDesk();
  const { profile } = session;
  if (!profile) return null;
  const rows = [
    [speech.label('username'), profile.username],
    [speech.label('realName'), profile.fullName],
    [speech.label('email'), profile.email],
    [speech.label('companyName'), profile.companyName],
    [speech.label('lastLoginAt'), profile.lastLoginAt ? ownTime(profile.lastLoginAt) : t('common.notSet')],
  ] as const;
  return (
    <section className="fc-centre">
      <section className="fc-card">
        <h2>{t('access.centerProfile')}</h2>
        <Picture />
        <Facts of={rows} />
        {profile.superAdmin && (
          <Tag minimal intent="primary">
            {t('access.superAdmin')}
          </Tag>
        )}
      </section>
      <section className="fc-card">
        <h2>{t('common.changePassword')}</h2>
        <PasswordForm />
      </section>
      {listsSessions && (
        <section className="fc-card">
          <h2>{t('access.centerSessions')}</h2>
          <Sessions />
        </section>
      )}
      <section className="fc-card">
        <h2>{t('access.centerAppearance')}</h2>
        <Link to="/home/settings">{t('settings.title')}</Link>
      </section>
    </section>
  );
}

function Picture() {
  const { t } = useTranslation();
  const mayEdit = useAllowed(permit('home.center.edit'));
  const has = useDesk(({ session }) => !!session.profile?.avatarUrl);
  const removes = useServed('session.removeAvatar');
  const [busy, setBusy] = useState(false);
  /** Picture being cropped; null if none. */
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const carryOut = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifyFailed(error);
    } finally {
      setBusy(false);
    }
  };
  const show = async (profile: Profile) => {
    useDesk.setState(({ session }) => ({ session: { ...session, profile } }));
    await invalidate(queryClient, 'staff');
  };
  const choose = () =>
    carryOut(async () => {
      const file = await desktop.files.pick({ call: 'session.upload' });
      if (!file) return;
      const image = new Image();
      image.src = await desktop.files.look({ token: file.token });
      // Until here only the header is read, so that an image that is too large is never decoded.
      const readable = await new Promise<boolean>((known) => {
        image.onload = () => known(true);
        image.onerror = () => known(false);
      });
      const pixels = image.naturalWidth * image.naturalHeight;
      if (!readable || pixels === 0 || pixels > PICTURE.maxPixels)
        throw new Error(t('access.pictureUnreadable'));
      setPicture(image);
    });
  const keep = (cut: string) =>
    carryOut(async () => {
      const { token } = await desktop.files.take({ picture: cut });
      const { fileId } = await client.session.upload({ file: token });
      await show(await client.session.avatar({ body: { fileId } }));
      setPicture(null);
    });
  return (
    <div className="fc-picture">
      <OwnAvatar size={72} />
      {mayEdit && (
        <div>
          <BusyButton busy={busy && !picture} onClick={() => void choose()}>
            {t('access.centerAvatarChange')}
          </BusyButton>
          {has && removes && (
            <Button
              variant="minimal"
              disabled={busy}
              onClick={() => void carryOut(async () => show(await client.session.removeAvatar()))}
            >
              {t('access.centerAvatarRemove')}
            </Button>
          )}
          <p className="fc-muted">{t('access.centerAvatarHint')}</p>
        </div>
      )}
      {picture && (
        <PictureCut
          picture={picture}
          busy={busy}
          onCut={(cut) => void keep(cut)}
          onClose={() => setPicture(null)}
        />
      )}
    </div>
  );
}
