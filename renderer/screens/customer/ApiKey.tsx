import './apiKey.css';
import { Button, ControlGroup, InputGroup } from '@blueprintjs/core';
import { Duplicate, Key } from '@blueprintjs/icons';
import { formatInstant } from '@contract/rules/zonedTime';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/bridge';
import { client } from '../../api/client';
import { invalidate, queryClient, read } from '../../api/queries';
import { useSpeech } from '../../app/language';
import { ownZone } from '../../app/zone';
import type { PlainRow } from '../../resource/ListScreen';
import { AppDialog } from '../../ui/AppDialog';
import { ask } from '../../ui/ask';
import { notify } from '../../ui/toaster';

/** The key of a customer's system: made, replaced and taken back here; shown once, when it is made. */
export function ApiKey({ row, mayEdit }: { row: PlainRow; mayEdit: boolean }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [shown, setShown] = useState<string | null>(null);
  const { data } = useQuery(read('customer', 'get', { params: { id: row.id } }));
  const name = String(row.code);
  const issuedAt = data?.apiKeyIssuedAt ?? null;
  const change = async (work: () => Promise<string | null>) => {
    try {
      setShown(await work());
    } catch (error) {
      notify({ text: failureOf(error).message, intent: 'danger' });
    }
    await invalidate(queryClient, 'customer');
  };
  const issue = async () => {
    const replaces = issuedAt !== null;
    const yes =
      !replaces ||
      (await ask({
        title: t('config.apiKeyAsk', { name }),
        detail: t('config.apiKeyAskDetail'),
        confirm: t('config.apiKeyNew'),
        cancel: t('common.cancel'),
      }));
    if (yes) await change(async () => (await client.customer.issueKey({ params: { id: row.id } })).apiKey);
  };
  const revoke = async () => {
    const yes = await ask({
      title: t('config.apiKeyRevokeAsk', { name }),
      detail: t('config.apiKeyRevokeDetail'),
      confirm: t('config.apiKeyRevoke'),
      cancel: t('common.cancel'),
    });
    if (yes) await change(() => client.customer.revokeKey({ params: { id: row.id } }));
  };
  const copy = async () => {
    await navigator.clipboard.writeText(shown ?? '').catch(() => undefined);
    notify({ text: t('common.copied') });
  };
  return (
    <section className="fc-api-key">
      <p>
        {speech.label('apiKeyIssuedAt')}:{' '}
        {issuedAt === null ? t('common.none') : formatInstant(issuedAt, ownZone)}
      </p>
      {mayEdit && (
        <div>
          <Button icon={<Key />} onClick={() => void issue()}>
            {t('config.apiKeyNew')}
          </Button>
          {issuedAt !== null && (
            <Button variant="minimal" intent="danger" onClick={() => void revoke()}>
              {t('config.apiKeyRevoke')}
            </Button>
          )}
        </div>
      )}
      {shown !== null && (
        <AppDialog
          title={t('config.apiKeyShown', { name })}
          onClose={() => setShown(null)}
          actions={
            <Button intent="primary" onClick={() => setShown(null)}>
              {t('common.close')}
            </Button>
          }
        >
          <p>{t('config.apiKeyOnce')}</p>
          <ControlGroup fill>
            <InputGroup readOnly value={shown} aria-label={t('config.apiKeyShown', { name })} />
            <Button icon={<Duplicate />} onClick={() => void copy()}>
              {t('common.copy')}
            </Button>
          </ControlGroup>
        </AppDialog>
      )}
    </section>
  );
}
