import { FormGroup } from '@blueprintjs/core';
import { attachmentRow } from '@contract/bill/attachment';
import type { searchHit } from '@contract/bill/bill';
import { permit } from '@contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';
import { useKept } from '../../app/drafts';
import { useAllowed } from '../../app/guard';
import { type Asked, FilterBar } from '../../resource/FilterBar';
import { AttachByName } from './parts/AttachByName';
import { AttachmentDrop } from './parts/AttachmentDrop';
import { AttachmentTable } from './parts/AttachmentTable';
import { BillChooser } from './parts/BillChooser';

type Hit = z.output<typeof searchHit>;
const FILTERS = ['billNo', 'category', 'fileName', 'uploadedAt', 'uploadedBy'] as const;

/** Files of all bills, and giving one to a bill without opening it. */
export default function Attachments() {
  const { t } = useTranslation();
  const [asked, setAsked] = useKept<Asked>('asked', {});
  const [bill, setBill] = useState<Hit | null>(null);
  const mayUpload = useAllowed(permit('bill.attachment.upload'));
  return (
    <section className="fc-list">
      <FilterBar
        schema={attachmentRow}
        filters={FILTERS}
        resource="attachment"
        asked={asked}
        onAsk={setAsked}
      />
      <div className="fc-attachment-panel">
        <AttachmentTable asked={asked} ofOne={false} offset={70} />
        {mayUpload && (
          <div>
            <FormGroup
              label={t('bill.attachmentBill')}
              labelFor="attachment-bill"
              helperText={t('bill.attachmentBillByName')}
            >
              <BillChooser id="attachment-bill" bill={bill} onChoose={setBill} />
            </FormGroup>
            {bill ? <AttachmentDrop billId={bill.billId} /> : <AttachByName />}
          </div>
        )}
      </div>
    </section>
  );
}
