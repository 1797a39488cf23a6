import { buffer } from 'node:stream/consumers';
import type { AbnormalCase } from '@contract/customs/abnormalCase';
import type { Context, GroupHandlers } from '../../core/context';
import { keepAgain, keepBytes } from '../../store/storedFiles';
import { attachFile } from '../bill/attachFile';
import { readBill } from '../bill/billFacts';
import { putMail } from '../mail/outbox';
import { abnormalCases, changeCase, type StoredCase } from './caseRecord';
import { claimLetter } from './claimLetter';
import { requireBillOpen, requirePast } from './parcels';

const nameOf = ({ caseNo }: AbnormalCase): string => `${caseNo}-notice.pdf`;

/** Draws the letter of a case. The code that draws is loaded on first use. Throws CLAIM_INCOMPLETE. */
async function drawLetter({ read, now }: Pick<Context, 'read' | 'now'>, found: StoredCase) {
  const letter = await claimLetter(read, found.row, now);
  const { claimPdf } = await import('./claimPdf');
  return claimPdf(letter);
}

/** Letters that give notice of a claim, and when that was done. */
export const claimNoticeHandlers: Pick<
  GroupHandlers<'abnormalCase'>,
  'letter' | 'sendNotice' | 'noteNotice'
> = {
  letter: async (context, { params }) => {
    const found = await abnormalCases.load(context, params.id);
    return { name: nameOf(found.row), mime: 'application/pdf', stream: await drawLetter(context, found) };
  },

  sendNotice: async (context, { params, body }) => {
    const { write, caller } = context;
    const found = await abnormalCases.open(context, params.id, 'sendNotice');
    const { row } = found;
    const bill = await readBill(write, row.billId);
    requireBillOpen(bill);
    const bytes = await buffer(await drawLetter({ ...context, read: write }, found));
    const name = nameOf(row);
    const { id: fileId, mime } = await keepBytes(context, { name, type: 'pdf', bytes });
    await attachFile(context, bill, { category: 'other', fileName: name, size: bytes.length, mime, fileId });
    // A file of its own: the one of the bill may be deleted before the email goes out.
    const fileIds = [await keepAgain(context, fileId)];
    const { toEmails, ccEmails, subject, text } = body;
    const about = { objectType: 'abnormalCase', objectNo: row.caseNo } as const;
    const noticeMailId = await putMail(
      context,
      { toEmails, ccEmails, subject, text, fileIds, ...about },
      caller.id,
    );
    return changeCase(context, row, {}, { noticeMailId }, 'send');
  },

  noteNotice: async (context, { params, body }) => {
    const { write, now } = context;
    const { row } = await abnormalCases.open(context, params.id, 'noteNotice', body.version);
    requireBillOpen(await readBill(write, row.billId));
    const { noticeSentAt } = body;
    requirePast(now, 'noticeSentAt', noticeSentAt ?? undefined);
    // Drop the link to an earlier email, which failed.
    return changeCase(context, row, {}, { noticeGivenAt: noticeSentAt, noticeMailId: null });
  },
};
