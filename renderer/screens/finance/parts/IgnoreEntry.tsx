import type { BankEntry } from '@contract/finance/bankEntry';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { useSpeech } from '../../../app/language';
import { ReasonDialog } from '../../../resource/ReasonDialog';
import { refreshBooks } from '../../shared/finance/useBooks';

/** Dialog that sets a bank entry aside for a reason. */
export function IgnoreEntry({ entry, onClose }: { entry: BankEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const speech = useSpeech();
  return (
    <ReasonDialog
      title={speech.action('bankEntry', 'ignore')}
      label={t('finance.bankIgnoreWhy')}
      onClose={onClose}
      onReason={async (reason) => {
        const { id, version } = entry;
        try {
          await client.bankEntry.ignore({ params: { id }, body: { version, reason } });
        } finally {
          await refreshBooks();
        }
      }}
    />
  );
}
