import type { TFunction } from 'i18next';
import { desktop } from '../../../api/bridge';
import { client } from '../../../api/client';
import { notify, notifyFailed } from '../../../ui/toaster';
import { refreshBooks } from '../../shared/finance/useBooks';

/** Lets the user choose the file that an invoice was read from, and keeps it. Errors are shown. */
export async function addInvoiceFile(t: TFunction, id: number): Promise<void> {
  try {
    const file = await desktop.files.pick({ call: 'supplierInvoice.keepFile' });
    if (!file) return;
    await client.supplierInvoice.keepFile({ params: { id }, file: file.token });
    notify({ text: t('finance.invoiceFileKept', { name: file.name }), intent: 'success' });
    await refreshBooks();
  } catch (error) {
    notifyFailed(error);
  }
}
