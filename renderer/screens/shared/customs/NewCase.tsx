import { FormGroup } from '@blueprintjs/core';
import { caseDraft, caseRow } from '@contract/customs/abnormalCase';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api/client';
import { invalidate, queryClient } from '../../../api/queries';
import { RecordForm } from '../../../resource/RecordForm';
import { notify } from '../../../ui/toaster';
import { BillChooser, type NamedBill } from '../bill/BillChooser';
import type { CaseBill } from './CaseTable';

const FIELDS = caseDraft.omit({ billId: true });

/** Form of a new case: on this bill, or on a selected one. */
export function NewCase({ bill, onDone }: { bill: CaseBill | undefined; onDone: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<NamedBill | null>(null);
  const billId = bill?.id ?? chosen?.billId ?? null;
  const initial = useMemo(
    () => ({
      type: null,
      level: null,
      boxNo: null,
      trackingNo: null,
      quantity: 1,
      foundAt: null,
      description: null,
      responsible: null,
    }),
    [],
  );
  return (
    <>
      {!bill && (
        <FormGroup label={t('common.bill')} labelFor="case-bill" helperText={t('bill.attachmentBillHint')}>
          <BillChooser id="case-bill" bill={chosen} onChoose={setChosen} />
        </FormGroup>
      )}
      {billId !== null && (
        <RecordForm
          resource="abnormalCase"
          row={caseRow}
          schema={FIELDS}
          groups={[
            {
              title: t('customs.caseOf'),
              fields: ['type', 'level', 'quantity', 'foundAt', 'responsible', 'description'],
            },
            { title: t('customs.caseWhere'), fields: ['boxNo', 'trackingNo'] },
          ]}
          hints={{ foundAt: t('customs.nowHint') }}
          initial={initial}
          draft={`abnormalCase/new/${billId}`}
          save={(values, key) =>
            client.abnormalCase.create({ body: { ...values, billId } as never }, { key })
          }
          onSaved={(made) => {
            notify({ text: t('customs.caseMade', { no: made.caseNo }), intent: 'success' });
            void invalidate(queryClient, 'abnormalCase');
            onDone();
          }}
          onCancel={onDone}
        />
      )}
    </>
  );
}
