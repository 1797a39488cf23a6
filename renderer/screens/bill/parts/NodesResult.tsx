import { Button, HTMLTable } from '@blueprintjs/core';
import type { NodesAnswer } from '@contract/bill/timeNode';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../../ui/AppDialog';

/** What came of a node on many bills: those that were not saved with the reason, those that were with what is odd. */
export function NodesResult(props: {
  readonly title: string;
  readonly answer: NodesAnswer;
  readonly nameOf: (key: number) => string;
  readonly onClose: () => void;
}) {
  const { title, answer, nameOf, onClose } = props;
  const { t } = useTranslation();
  const { ok, failed, warned } = answer;
  return (
    <AppDialog
      wide
      title={title}
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
            <th>{t('bill.nodesResult')}</th>
          </tr>
        </thead>
        <tbody>
          {failed.map(({ key, msg }) => (
            <tr key={key}>
              <td>{nameOf(Number(key))}</td>
              <td className="fc-node-failed">{msg}</td>
            </tr>
          ))}
          {warned.map(({ key, warnings }) => (
            <tr key={key}>
              <td>{nameOf(key)}</td>
              <td>
                {t('bill.nodesDone')} · {warnings.map(({ msg }) => msg).join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </AppDialog>
  );
}
