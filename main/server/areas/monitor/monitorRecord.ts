import { alertMachine, type MonitorRecord, monitorRecordRow } from '@contract/monitor/monitorRecord';
import type { GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { exportRows } from '../../core/exportRows';
import { itself, record } from '../../core/record';
import { selectedIds } from '../../core/selected';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import { rowById } from '../../store/rowById';
import { restartMail } from '../mail/mail';

const list: ListDefinition<typeof monitorRecordRow> = {
  table: 'monitorRecordOfMail',
  row: monitorRecordRow,
  filters: ['configId', 'event', 'objectType', 'objectNo', 'status', 'triggeredAt'],
  keyword: ['objectNo', 'subject', 'toEmails', 'ccEmails'],
  order: '-triggeredAt',
};
const codec = codecOf(monitorRecordRow);

const alerts = record({
  table: 'monitorRecord',
  row: monitorRecordRow,
  machine: alertMachine,
  load: async ({ read }, id: number): Promise<MonitorRecord> =>
    codec.decode(await rowById(read, 'monitorRecordOfMail', id)),
  about: itself,
});

/** Alerts found by rules, and the state of their emails: only the outbox sends. */
export const monitorRecordHandlers: GroupHandlers<'monitorRecord'> = {
  list: ({ read }, { query }) => listRows(read, list, query),

  export: (context, { query }) => exportRows(context, { definition: list, resource: 'monitorRecord' }, query),

  get: async (context, { params }) => {
    const row = await rowById(context.read, 'monitorRecordOfMail', params.id);
    // An email about several records is shown only to those who see all of them.
    const mail = await context.read
      .selectFrom('mail')
      .select('text')
      .where('id', '=', row.mailId)
      .executeTakeFirst();
    return { ...codec.decode(row), text: mail?.text ?? null, answer: row.answer };
  },

  resend: async (context, { body }) => {
    const restarted = new Set<number>();
    return eachOf(context, await selectedIds(context, list, body), async (id) => {
      const { mailId } = await alerts.open(context, id, 'resend');
      if (mailId !== null && !restarted.has(mailId)) await restartMail(context, mailId);
      restarted.add(Number(mailId));
      return true;
    });
  },
};
