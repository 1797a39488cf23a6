import './companyLogo.css';
import { Button } from '@blueprintjs/core';
import { type ClientCompany, clientCompany } from '@contract/customer/clientCompany';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../../api/answers';
import { desktop } from '../../../api/bridge';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { useServed } from '../../../app/offered';
import { BusyButton } from '../../../ui/BusyButton';
import { notifyFailed } from '../../../ui/toaster';

/** The logo of one of our companies, which its invoices show, with buttons to change it. */
export function CompanyLogo({ company }: { company: ClientCompany }) {
  const isShown = useServed('clientCompany.logo');
  return isShown && company.kind === 'own' ? <Logo company={company} /> : null;
}

function Logo({ company: { id, version, hasLogo } }: { company: ClientCompany }) {
  const { t } = useTranslation();
  const mayEdit = useAllowed(clientCompany.edit, 'clientCompany.setLogo', 'clientCompany.removeLogo');
  const [busy, setBusy] = useState(false);
  const { data } = useAnswer({
    queryKey: ['clientCompany', 'logo', id, version],
    queryFn: () => desktop.files.image({ call: 'clientCompany.logo', input: { params: { id } } }),
    enabled: hasLogo,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const change = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await invalidate(queryClient, 'clientCompany');
    } catch (failed) {
      notifyFailed(failed);
    } finally {
      setBusy(false);
    }
  };
  const choose = () =>
    change(async () => {
      const file = await desktop.files.pick({ call: 'clientCompany.setLogo' });
      if (file) await client.clientCompany.setLogo({ params: { id }, file: file.token });
    });
  return (
    <section className="fc-group fc-logo">
      <h2>{t('config.logo')}</h2>
      {hasLogo && data && <img src={data} alt={t('config.logo')} />}
      {!hasLogo && <p className="fc-muted">{t('config.logoNone')}</p>}
      {mayEdit && (
        <div className="fc-logo-buttons">
          <BusyButton busy={busy} onClick={() => void choose()}>
            {t('config.logoChoose')}
          </BusyButton>
          {hasLogo && (
            <Button
              disabled={busy}
              onClick={() => void change(() => client.clientCompany.removeLogo({ params: { id } }))}
            >
              {t('config.logoRemove')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
