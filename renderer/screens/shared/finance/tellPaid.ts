import type { PaymentsMade } from '@contract/finance/billPayment';
import type { TFunction } from 'i18next';
import { notify } from '../../../ui/toaster';

/** Returns the result of paying lines in words, and shows why some were refused. */
export function tellPaid(
  t: TFunction<'screens'>,
  { changed, paymentNos, pendingNos, failed }: PaymentsMade,
): string {
  for (const { msg } of failed.slice(0, 3)) notify({ text: msg, intent: 'warning' });
  const payments = paymentNos.filter((no) => !pendingNos.includes(no));
  const pending = pendingNos.length > 0 ? t('finance.paidPending', { payments: pendingNos }) : '';
  if (changed === 0) return pending || t('finance.paidAlready');
  const paid = t('finance.paidBy', { count: changed, payments });
  return pending ? `${paid} · ${pending}` : paid;
}
