import '../customer.css';
import { Button } from '@blueprintjs/core';
import { Key } from '@blueprintjs/icons';
import type { Customer } from '@contract/customer/customer';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useSpeech } from '../../../app/language';
import { useServed } from '../../../app/offered';
import { ownTime } from '../../../app/zone';
import { ask } from '../../../ui/ask';
import { notifyFailed } from '../../../ui/toaster';
import { ShownOnce } from '../../shared/customer/ShownOnce';

/** API key of a customer's system: created, replaced and revoked here; shown only once, on creation. */
export function ApiKey({ customer, mayEdit }: { customer: Customer; mayEdit: boolean }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  const [shown, setShown] = useState<string | null>(null);
  const { id, code: name, apiKeyIssuedAt: issuedAt } = customer;
  const change = async (work: () => Promise<string | null>) => {
    try {
      setShown(await work());
    } catch (error) {
      notifyFailed(error);
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
    if (yes) await change(async () => (await client.customer.issueKey({ params: { id } })).apiKey);
  };
  const issues = useServed('customer.issueKey');
  const revokes = useServed('customer.revokeKey');
  const revoke = async () => {
    const yes = await ask({
      title: t('config.apiKeyRevokeAsk', { name }),
      detail: t('config.apiKeyRevokeDetail'),
      confirm: t('config.apiKeyRevoke'),
      cancel: t('common.cancel'),
    });
    if (yes) await change(() => client.customer.revokeKey({ params: { id } }));
  };
  return (
    <section className="fc-api-key">
      <p>
        {speech.pair(
          speech.label('apiKeyIssuedAt'),
          issuedAt === null ? t('common.none') : ownTime(issuedAt),
        )}
      </p>
      {mayEdit && (
        <div>
          {issues && (
            <Button icon={<Key />} onClick={() => void issue()}>
              {t('config.apiKeyNew')}
            </Button>
          )}
          {issuedAt !== null && revokes && (
            <Button variant="minimal" intent="danger" onClick={() => void revoke()}>
              {t('config.apiKeyRevoke')}
            </Button>
          )}
        </div>
      )}
      {shown !== null && (
        <ShownOnce title={t('config.apiKeyShown', { name })} secret={shown} onClose={() => setShown(null)} />
      )}
    </section>
  );
}
