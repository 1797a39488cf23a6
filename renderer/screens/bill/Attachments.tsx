import { FormGroup } from '@blueprintjs/core';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../app/guard';
import { useServed } from '../../app/offered';
import { BillChooser, type NamedBill } from '../shared/bill/BillChooser';
import { AttachByName } from './parts/AttachByName';
import { AttachmentDrop } from './parts/AttachmentDrop';
import { AttachmentTable } from './parts/AttachmentTable';

/** Screen of the attachments of all bills, with upload to a bill without opening it. */
export default function Attachments() {
  const { t } = useTranslation();
  const [bill, setBill] = useState<NamedBill | null>(null);
  const mayUpload = useAllowed(permit('bill.attachment.upload'));
  const byName = useServed('attachment.match');
  return (
    <section className="fc-list">
      <div className="fc-attachment-panel">
        <AttachmentTable />
        {mayUpload && (
          <div>
            <FormGroup
              label={t('bill.attachmentBill')}
              labelFor="attachment-bill"
              helperText={byName && t('bill.attachmentBillByName')}
            >
              <BillChooser id="attachment-bill" bill={bill} onChoose={setBill} />
            </FormGroup>
            {bill ? <AttachmentDrop billId={bill.billId} /> : byName && <AttachByName />}
          </div>
        )}
      </div>
    </section>
  );
}
