import { Button, HTMLTable } from '@blueprintjs/core';
import type { BulkAnswer } from '@contract/resource';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../ui/AppDialog';

/** What came of a bulk action, row by row, where some were not done. */
export function BulkResult(props: {
  action: string;
  answer: BulkAnswer;
  nameOf: (key: number | string) => string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { action, answer, nameOf, onClose } = props;
  const { ok, failed } = answer;
  return (
    <AppDialog
      wide
      title={t('common.bulkTitle', { action })}
      onClose={onClose}
      actions={
        <Button intent="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <p>{ok === 0 ? t('common.bulkNone') : t('common.bulkSome', { ok, failed: failed.length })}</p>
      <HTMLTable compact striped>
        <thead>
          <tr>
            <th>{t('common.bulkKey')}</th>
            <th>{t('common.bulkReason')}</th>
          </tr>
        </thead>
        <tbody>
          {failed.map(({ key, msg }) => (
            <tr key={key}>
              <td>{nameOf(key)}</td>
              <td>{msg}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </AppDialog>
  );
}
