import { useTranslation } from 'react-i18next';
import { useNumber } from '../kinds/NumberInput';

/** What stands beneath a list: how many there are, and how many are chosen. */
export function ListFoot({
  total,
  capped,
  chosen,
  children,
}: {
  total: number;
  capped: boolean;
  chosen: number;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const count = useNumber()(total);
  return (
    <footer className="fc-list-foot" role="status">
      <span>
        {capped
          ? t('common.totalCapped', { count: count as never })
          : t('common.total', { count: total, shown: count })}
      </span>
      {chosen > 0 && <span>{t('common.selected', { count: chosen })}</span>}
      {children}
    </footer>
  );
}
