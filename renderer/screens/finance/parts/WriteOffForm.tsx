import { MenuItem } from '@blueprintjs/core';
import type { BillCost } from '@contract/finance/billCost';
import { type WriteOff, writeOff } from '@contract/finance/billPayment';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { useAllowed } from '../../../app/guard';
import { today } from '../../../app/zone';
import { RecordForm } from '../../../resource/RecordForm';
import { SidePanel } from '../../../ui/SidePanel';
import { notify } from '../../../ui/toaster';
import { refreshBooks } from '../../shared/finance/useBooks';

/** An open line, or a payment that was too much, whose remainder is written off. */
interface ToWriteOff {
  readonly type: WriteOff['type'];
  readonly id: number;
  readonly number: string;
}

/** True for an invoiced line that is open in part. */
const hasRemainder = ({
  invoiceNo,
  grossAmount,
  paidAmount,
}: Pick<BillCost, 'invoiceNo' | 'grossAmount' | 'paidAmount'>): boolean =>
  invoiceNo !== null && Number(grossAmount) !== Number(paidAmount);

const row = writeOff.pick({ paymentDate: true, reason: true });

/** Form for the day and the reason of a write-off. */
export function WriteOffForm({ of, onClose }: { of: ToWriteOff; onClose: () => void }) {
  const { t } = useTranslation();
  const { type, id, number } = of;
  return (
    <SidePanel isOpen width={420} title={`${t('finance.writeOff')} ${number}`} onClose={onClose}>
      <RecordForm
        resource="writeOff"
        row={row}
        schema={row}
        groups={[{ title: t('finance.groupWriteOff'), fields: ['paymentDate', 'reason'] }]}
        initial={{ paymentDate: today(), reason: null }}
        hints={{ reason: t('finance.writeOffHint') }}
        draft={`write-off/${type}/${id}`}
        submitText={t('finance.writeOff')}
        save={(values) => client.billPayment.writeOff({ body: { type, ids: [id], ...values } })}
        onSaved={({ paymentNos: [no = ''] }) => {
          notify({ text: t('finance.writtenOff', { no }), intent: 'success' });
          void refreshBooks();
          onClose();
        }}
        onCancel={onClose}
      />
    </SidePanel>
  );
}

/** Menu item of a line that writes off its remainder, where it has one, and the form that it opens. */
export function useWriteOff(type: 'cost' | 'revenue') {
  const { t } = useTranslation();
  const mayWriteOff = useAllowed(permit('finance.payment.edit'), 'billPayment.writeOff');
  const [of, setOf] = useState<ToWriteOff | null>(null);
  return {
    item: (line: Pick<BillCost, 'id' | 'invoiceNo' | 'grossAmount' | 'paidAmount'>, number: string) =>
      mayWriteOff &&
      hasRemainder(line) && (
        <MenuItem text={t('finance.writeOff')} onClick={() => setOf({ type, id: line.id, number })} />
      ),
    form: of && <WriteOffForm of={of} onClose={() => setOf(null)} />,
  };
}
