import { noticeDaysOf } from '@contract/rules/lateness';
import { formatDay } from '@contract/rules/zonedTime';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../ui/StateTag';

const DAY = 86_400_000;

/** Returns the days until an approved document ends, once it is time to warn. */
function endsIn(row: Readonly<Record<string, unknown>>) {
  const { state, autoRenew, terminatedOn, validTo } = row;
  if (state !== 'approved' || autoRenew === true || terminatedOn || typeof validTo !== 'string')
    return undefined;
  const days = Math.ceil((Date.parse(validTo) - Date.now()) / DAY);
  const notice = noticeDaysOf(row);
  return notice !== null && days >= 0 && days <= notice ? days : undefined;
}

/** Warning that a document ends soon; nothing otherwise. */
export function EndsSoon({ row }: { row: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const count = endsIn(row);
  return count === undefined ? null : <StateTag tone="warning">{t('business.endsSoon', { count })}</StateTag>;
}

/** The last day of a document, marked when it is near. */
export const LastDay = ({ row }: { row: Readonly<Record<string, unknown>> }) =>
  typeof row.validTo === 'string' && (
    <>
      {formatDay(row.validTo)} <EndsSoon row={row} />
    </>
  );
