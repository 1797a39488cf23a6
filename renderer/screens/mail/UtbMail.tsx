import { type UtbMail, utbMailRow } from '@contract/mail/letter';
import { Inbox } from './parts/Inbox';
import type { InboxSpec } from './parts/inboxSpec';

const spec: InboxSpec<UtbMail> = {
  kind: 'utb',
  group: 'utbMail',
  row: utbMailRow,
  columns: [
    { name: 'utbNo', width: 140 },
    { name: 'mrn', width: 170 },
    { name: 'dutyAmount', width: 110 },
    { name: 'vatAmount', width: 110 },
    { name: 'itemDutyAmount', width: 110, hidden: true },
    { name: 'otherAmount', width: 110, hidden: true },
    { name: 'totalAmount', width: 120 },
    { name: 'dueDate', width: 105 },
    { name: 'paymentReference', width: 170, hidden: true },
  ],
};

/** Inbox of tax assessments from customs, matched to bills. */
export default function UtbMails() {
  return <Inbox spec={spec} />;
}
