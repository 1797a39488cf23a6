import { type Bill, billMachine } from '@contract/bill/bill';
import { permit } from '@contract/permissions';
import { useAllowed } from '../../../app/guard';
import { AttachmentDrop } from './AttachmentDrop';
import { AttachmentTable } from './AttachmentTable';

/** Attachments of one bill; a removed or archived bill accepts no more. */
export function AttachmentPanel({ bill }: { bill: Bill }) {
  const mayUpload = useAllowed(permit('bill.attachment.upload'));
  const open = billMachine.always.every(({ guard }) => !guard(bill));
  return (
    <div className="fc-attachment-panel">
      <AttachmentTable billId={bill.id} />
      {mayUpload && open && <AttachmentDrop billId={bill.id} />}
    </div>
  );
}
