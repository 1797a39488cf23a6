import { Button } from '@blueprintjs/core';
import { type DemoAccount, demoAccounts } from '@contract/access/demoAccounts';
import { useTranslation } from 'react-i18next';

/** The accounts of the demo data; a click fills them in. */
export function DemoAccounts({ onUse }: { onUse: (account: DemoAccount) => void }) {
  const { t } = useTranslation();
  const names: Readonly<Record<DemoAccount['username'], string>> = {
    admin: t('access.superAdmin'),
    warehouse: t('access.demoWarehouse'),
    's.peeters': t('access.demoLimited'),
    voucher: t('access.demoVoucher'),
  };
  return (
    <section className="fc-demo-accounts" aria-label={t('access.demoAccounts')}>
      <h2>{t('access.demoAccounts')}</h2>
      {demoAccounts.map((account) => (
        <Button
          key={account.username}
          variant="minimal"
          size="small"
          fill
          alignText="start"
          title={t('access.demoAccountUse', { name: names[account.username] })}
          onClick={() => onUse(account)}
        >
          <span className="fc-demo-account">
            <code>{account.username}</code>
            <code>{account.password}</code>
            <span>{names[account.username]}</span>
          </span>
        </Button>
      ))}
    </section>
  );
}
