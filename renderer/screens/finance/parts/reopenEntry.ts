import type { BankEntry } from '@contract/finance/bankEntry';
import { client } from '../../../api/client';
import { notifyFailed } from '../../../ui/toaster';
import { refreshBooks } from '../../shared/finance/useBooks';

/** Opens an ignored or linked bank entry again. */
export async function reopenEntry({ id, version }: BankEntry): Promise<void> {
  try {
    await client.bankEntry.reopen({ params: { id }, body: { version } });
  } catch (failed) {
    notifyFailed(failed);
  }
  await refreshBooks();
}
