import {
  type CustomsMessage,
  customsAnswerMachine,
  customsAnswerRow,
  customsExchange,
  customsMessageMachine,
  customsMessageRow,
} from '@contract/customs/customsMessage';
import type { Problem } from '@contract/errors';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { itself, record } from '../../core/record';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import { rowById } from '../../store/rowById';
import { transmit } from './transmit';

const messageList: ListDefinition<typeof customsMessageRow> = {
  table: 'customsMessage',
  row: customsMessageRow,
  filters: ['billId', 'batchId', 'accountId', 'lrn', 'mrn', 'trackingNo', 'state', 'standing', 'createdAt'],
  keyword: ['lrn', 'mrn', 'trackingNo'],
  order: 'lrn',
};
/** A response as stored: its problem is said in the language of the reader. */
const storedAnswer = customsAnswerRow.omit({ reason: true });
const answerList: ListDefinition<typeof storedAnswer> = {
  table: 'customsAnswer',
  row: storedAnswer,
  filters: ['accountId', 'billId', 'batchId', 'messageId', 'lrn', 'event', 'state', 'receivedAt'],
  keyword: ['lrn', 'mrn'],
  order: '-receivedAt',
};

const messageCodec = codecOf(customsMessageRow);
const answerCodec = codecOf(storedAnswer);
const exchangeCodec = codecOf(customsExchange.omit({ request: true, answer: true }));

const messages = record({
  table: 'customsMessage',
  row: customsMessageRow,
  machine: customsMessageMachine,
  load: async ({ read }, id: number) => messageCodec.decode(await rowById(read, 'customsMessage', id)),
  about: itself,
});
const answers = record({
  table: 'customsAnswer',
  row: storedAnswer,
  machine: customsAnswerMachine,
  load: async ({ read }, id: number) => answerCodec.decode(await rowById(read, 'customsAnswer', id)),
  about: itself,
});

/** Says why a response is open, for the reader. */
function reasonOf(context: Context, stored: string | null): string | null {
  if (stored === null) return null;
  const found: Problem = JSON.parse(stored);
  return context.explain(found).slice(0, 500);
}

/** Adds to responses why they are open. */
async function withReasons(context: Context, rows: readonly ReturnType<typeof answerCodec.decode>[]) {
  if (rows.length === 0) return [];
  const stored = await context.read
    .selectFrom('customsAnswer')
    .select(['id', 'problem'])
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const problems = new Map(stored.map(({ id, problem }) => [id, problem]));
  return rows.map((row) => ({ ...row, reason: reasonOf(context, problems.get(row.id) ?? null) }));
}

/** Sends declarations to customs; shows their messages. */
export const customsMessageHandlers: GroupHandlers<'customsMessage'> = {
  list: ({ read }, { query }) => listRows(read, messageList, query),

  get: async (context, { params }) => {
    const { read } = context;
    const message = await messages.load(context, params.id);
    const exchanges = await read
      .selectFrom('customsExchange')
      .selectAll()
      .where('messageId', '=', params.id)
      .orderBy('id')
      .execute();
    const said = await read
      .selectFrom('customsAnswer')
      .selectAll()
      .where('messageId', '=', params.id)
      .orderBy('id')
      .execute();
    return {
      ...message,
      exchanges: exchanges.map((one) => ({
        ...exchangeCodec.decode(one),
        request: one.request,
        answer: one.answer,
      })),
      answers: said.map((one) => ({ ...answerCodec.decode(one), reason: reasonOf(context, one.problem) })),
    };
  },

  transmit: (context, { params, body }) => transmit(context, params.batchId, body),

  send: (context, { body }) => dueNow(context, body.ids, 'send', { state: 'sending', attempts: 0 }),
  ask: (context, { body }) => dueNow(context, body.ids, 'ask', {}),
};

/** Carries an action on messages out, after which they are due. */
const dueNow = (
  context: Context,
  ids: readonly number[],
  action: 'send' | 'ask',
  columns: Partial<Pick<CustomsMessage, 'state' | 'attempts'>>,
) =>
  eachOf(context, ids, async (id) => {
    const message = await messages.open(context, id, action);
    await messages.save(context, message, { ...columns, nextAt: context.now });
    const { lrn } = message;
    await context.log({
      ...{ module: 'bill', action: 'push', after: { lrn } },
      ...{ objectType: 'customsMessage', objectId: id, objectNo: lrn },
    });
    return true;
  });

/** Carries an action on an open response out. */
const settle = (context: Context, ids: readonly number[], action: 'retry' | 'settle') =>
  eachOf(context, ids, async (id) => {
    const answer = await answers.open(context, id, action);
    const state = action === 'retry' ? ('received' as const) : ('settled' as const);
    await answers.save(context, answer, { state });
    await context.log({
      module: 'bill',
      action: action === 'retry' ? 'restart' : 'check',
      objectType: 'customsAnswer',
      objectId: id,
      objectNo: answer.lrn ?? undefined,
      before: { state: answer.state },
      after: { state },
    });
    return true;
  });

/** Responses of customs, and those that need a person. */
export const customsAnswerHandlers: GroupHandlers<'customsAnswer'> = {
  list: async (context, { query }) => {
    const page = await listRows(context.read, answerList, query);
    return { ...page, list: await withReasons(context, page.list) };
  },
  retry: (context, { body }) => settle(context, body.ids, 'retry'),
  settle: (context, { body }) => settle(context, body.ids, 'settle'),
};
