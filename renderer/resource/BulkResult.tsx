import { Button, HTMLTable } from '@blueprintjs/core';
import type { BulkAnswer, Warning } from '@contract/resource';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../ui/AppDialog';

/** Result of a bulk action: the records that failed, each with its reason, and the warnings of the others. */
export function BulkResult(props: {
  action: string;
  answer: BulkAnswer & {
    readonly warned?: readonly { readonly key: number | string; readonly warnings: readonly Warning[] }[];
  };
  nameOf: (key: number | string) => string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { action, answer, nameOf, onClose } = props;
  const { ok, failed, warned = [] } = answer;
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
            <th>{t('common.record')}</th>
            <th>{t(warned.length > 0 ? 'common.result' : 'common.bulkReason')}</th>
          </tr>
        </thead>
        <tbody>
          {failed.map(({ key, msg }) => (
            <tr key={key}>
              <td>{nameOf(key)}</td>
              <td className={warned.length > 0 ? 'fc-node-failed' : undefined}>{msg}</td>
            </tr>
          ))}
          {warned.map(({ key, warnings }) => (
            <tr key={key}>
              <td>{nameOf(key)}</td>
              <td>
                {t('common.done')} · {warnings.map(({ msg }) => msg).join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </AppDialog>
  );
}
