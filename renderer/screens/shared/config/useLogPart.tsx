import { useTranslation } from 'react-i18next';
import { read } from '../../../api/queries';
import { requireCalls } from '../../../app/offered';
import { LogTable } from './LogTable';

type LoggedGroup = 'clientCompany' | 'cmr' | 'seaBill' | 'seaEntry' | 'seaIsf' | 'seaTransport';

/** Part of a record's screen with its lines of the operation log. */
export function useLogPart(group: LoggedGroup, id: number) {
  const { t } = useTranslation();
  return {
    id: 'logs',
    requiredCalls: requireCalls(`${group}.logs`),
    title: t('common.log'),
    panel: <LogTable query={(query) => read(group, 'logs', { params: { id }, query })} offset={60} />,
  };
}
