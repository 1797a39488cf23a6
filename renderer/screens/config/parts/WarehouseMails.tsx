import './mail.css';
import { Button, Callout } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { read } from '../../../api/queries';
import { useAllowed } from '../../../app/guard';

/** The mail of a warehouse: what goes to its recipients, and the mailboxes that read what is written to it. */
export function WarehouseMails({ id, emails }: { id: number; emails: readonly string[] }) {
  const { t } = useTranslation();
  const seesBoxes = useAllowed(permit('config.mailbox.view'));
  const { data, error, refetch } = useQuery({
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
      {seesBoxes && (
        <p>
          {error ? (
            <>
              {error.message}{' '}
              <Button size="small" onClick={() => void refetch()}>
                {t('common.retry')}
              </Button>
            </>
          ) : (
            data && (
              <>
                {data.list.length === 0
                  ? t('mail.warehouseNoBox')
                  : t('mail.warehouseBoxes', {
                      boxes: data.list.map(({ address }) => address).join(', '),
                    })}{' '}
                <Link to="/config/mailbox">{t('mail.warehouseBoxesChange')}</Link>
              </>
            )
          )}
        </p>
      )}
    </div>
  );
}
