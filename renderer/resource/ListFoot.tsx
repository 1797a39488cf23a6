import { useTranslation } from 'react-i18next';
import { useLanguage } from '../app/language';
import { formatNumber } from '../kinds/NumberInput';

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
  const language = useLanguage();
  const count = formatNumber(total, language, { min: 0, max: 0 });
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
