import { refusalOf } from '@contract/machine';
import { alertMachine, type MonitorRecord, monitorRecordRow } from '@contract/monitor/monitorRecord';
import type { GroupHandlers } from '../context';
import { eachOf } from '../eachOf';
import { exportRows } from '../exportRows';
import { beginAnew } from '../mail/mail';
import { obey } from '../record';
import { refuse } from '../refusal';
import { selectedIds } from '../selected';
import { codecOf } from '../store/codec';
import { type ListDefinition, listRows } from '../store/listRows';

const list: ListDefinition<typeof monitorRecordRow> = {
  table: 'monitorRecordOfMail',
  row: monitorRecordRow,
  filters: ['configId', 'event', 'objectType', 'objectNo', 'status', 'triggeredAt'],
  keyword: ['objectNo', 'subject', 'toEmails', 'ccEmails'],
  order: '-triggeredAt',
};
const codec = codecOf(monitorRecordRow);

/** What alert rules found, and what became of the mail about it: the outbox alone sends. */
export const monitorRecordHandlers: GroupHandlers<'monitorRecord'> = {
  list: ({ read }, { query }) => listRows(read, list, query),

  export: (context, { query }) => exportRows(context, { definition: list, resource: 'monitorRecord' }, query),

  get: async ({ read }, { params }) => {
    const row = await read
      .selectFrom('monitorRecordOfMail')
      .selectAll()
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw refuse('NOT_FOUND');
    // A mail over several records is read by those who see all of them.
    const mail = await read.selectFrom('mail').select('text').where('id', '=', row.mailId).executeTakeFirst();
    return { ...codec.decode(row), text: mail?.text ?? null, answer: row.answer };
  },

  resend: async (context, { body }) => {
    const begun = new Set<number>();
    return eachOf(context, await selectedIds(context, list, body), async (id) => {
      const row = await context.read
        .selectFrom('monitorRecordOfMail')
        .select(['status', 'mailId'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw refuse('NOT_FOUND');
      const { status, mailId } = row;
      obey(
        refusalOf(alertMachine, 'resend', {
          status: status as MonitorRecord['status'],
          mailId,
        }),
      );
      if (mailId !== null && !begun.has(mailId)) await beginAnew(context, mailId);
      begun.add(Number(mailId));
      return true;
    });
  },
};
