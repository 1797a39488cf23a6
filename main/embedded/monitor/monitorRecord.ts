import { refusalOf } from '@contract/machine';
import { alertMachine, type MonitorRecord, monitorRecordRow } from '@contract/monitor/monitorRecord';
import type { BulkAnswer } from '@contract/resource';
import type { MessageCode } from '@contract/words';
import type { GroupHandlers } from '../context';
import { exportRows } from '../exportRows';
import { beginAnew } from '../mail/mail';
import { refuse } from '../refusal';
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
    return { ...codec.decode(row), text: row.text, answer: row.answer };
  },

  resend: async (context, { body }) => {
    const answer: BulkAnswer = { ok: 0, failed: [] };
    const came = new Map<number, MessageCode | undefined>();
    for (const id of new Set(body.ids)) {
      const row = await context.read
        .selectFrom('monitorRecordOfMail')
        .select(['status', 'mailId'])
        .where('id', '=', id)
        .executeTakeFirst();
      const refusal =
        row && refusalOf(alertMachine, 'resend', row as Pick<MonitorRecord, 'status' | 'mailId'>);
      let code: MessageCode | undefined = row ? refusal?.code : 'NOT_FOUND';
      if (row?.mailId && !code) {
        if (!came.has(row.mailId)) came.set(row.mailId, await beginAnew(context, row.mailId));
        code = came.get(row.mailId);
      }
      if (code) answer.failed.push({ key: id, code, msg: context.say(code) });
      else answer.ok += 1;
    }
    if (answer.ok === 0) context.unchanged();
    return answer;
  },
};
