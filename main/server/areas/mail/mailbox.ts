import { mailbox, mailboxIssues } from '@contract/mail/mailbox';
import { crudHandlers } from '../../core/crud';
import { refuseFields } from '../../core/refusal';

/** Mailboxes that partners write to. */
export const mailboxHandlers = crudHandlers(mailbox, {
  check: async (_context, draft) => {
    const [wrong] = mailboxIssues(draft);
    if (wrong) throw refuseFields({ [wrong.column]: wrong.problem });
  },
});
