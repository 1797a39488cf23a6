import type { BankEntry } from '@contract/finance/bankEntry';
import type { SetAgainst } from '@contract/finance/billPayment';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { notify, notifyFailed } from '../../../ui/toaster';
import { refreshBooks } from '../../shared/finance/useBooks';

/** Books a bank entry as a payment of a party, or links it to one; shows the number of the payment. */
export function useBooking(entry: BankEntry) {
  const { t } = useTranslation();
  const { id, version } = entry;
  const run = async (work: () => Promise<BankEntry>) => {
    try {
      const { paymentNo: no } = await work();
      notify({ text: t('finance.bankBooked', { no }), intent: 'success' });
    } catch (failed) {
      notifyFailed(failed);
    }
    await refreshBooks();
  };
  return {
    /** The bank charge is a part of the entry that settles no line, or of the lines that never arrived. */
    book: (
      party: { companyId: number | null; customerId: number | null },
      lines: readonly SetAgainst[],
      bankCharge = '0',
    ) =>
      run(() =>
        client.bankEntry.book({ params: { id }, body: { version, ...party, lines: [...lines], bankCharge } }),
      ),
    bookReturn: (paymentId: number) =>
      run(() => client.bankEntry.bookReturn({ params: { id }, body: { version, returnedId: paymentId } })),
    link: (paymentId: number) =>
      run(() => client.bankEntry.link({ params: { id }, body: { version, paymentId } })),
  };
}
