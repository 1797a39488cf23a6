import { useTranslation } from 'react-i18next';
import { useNumber } from '../kinds/NumberInput';
import type { Rows } from './rows';

/** Foot of a list: the number of matching rows, and the number selected. */
export function ListFoot({
  rows,
  chosen,
  children,
}: {
  rows: Pick<Rows<unknown>, 'state' | 'total' | 'totalCapped'>;
  chosen: number;
  children?: React.ReactNode;
}) {
  const { t } = useTranslation();
  const number = useNumber();
  const { total, totalCapped, state } = rows;
  return (
    <footer className="fc-list-foot" role="status">
      {total === null ? (
        <span key={state} className="fc-list-coming">
          {t(state === 'failed' ? 'common.listFailed' : 'common.searching')}
        </span>
      ) : (
        <span>
          {totalCapped
            ? t('common.totalCapped', { count: number(total) })
            : t('common.total', { count: total, shown: number(total) })}
        </span>
      )}
      {chosen > 0 && <span>{t('common.selected', { count: chosen })}</span>}
      {/* The sums are refetched together with the rows. */}
      {state !== 'failed' && children}
    </footer>
  );
}
