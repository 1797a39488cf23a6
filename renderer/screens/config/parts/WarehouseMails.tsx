import '../../shared/config/mail.css';
import { Callout } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAnswer } from '../../../api/answers';
import { read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';
import { Answered } from '../../../resource/Answered';

/** Email of a warehouse: its recipients, and the mailboxes that read its incoming email. */
export function WarehouseMails({ id, emails }: { id: number; emails: readonly string[] }) {
  const { t } = useTranslation();
  const seesBoxes = useAllowed(permit('config.mailbox.view'));
  const answer = useAnswer({
    ...read('mailbox', 'list', { query: { kind: ['warehouse'], defaultWarehouseId: [id], pageSize: 100 } }),
    enabled: seesBoxes,
  });
  return (
    <div className="fc-recipients">
      <Callout compact icon={null} intent={emails.length === 0 ? 'warning' : 'none'}>
        <p>{emails.length === 0 ? t('mail.warehouseNone') : t('mail.warehouseGets')}</p>
        <ul>
          <li>{t('mail.warehousePreAlerts')}</li>
          <li>{t('mail.warehouseExceptions')}</li>
        </ul>
      </Callout>
      <Answered answer={answer} lines={1}>
        {({ list }) => (
          <p>
            {list.length === 0
              ? t('mail.warehouseNoBox')
              : t('mail.warehouseBoxes', { boxes: list.map(({ address }) => address) })}{' '}
            <Link to="/config/mailbox">{t('mail.warehouseBoxesChange')}</Link>
          </p>
        )}
      </Answered>
    </div>
  );
}
