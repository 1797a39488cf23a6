import { randomUUID } from 'node:crypto';
import { problem } from '@contract/errors';
import {
  type Filing,
  type FilingKind,
  type FilingObject,
  type FilingOperation,
  filingExchange,
  filingMachine,
  filingRow,
} from '@contract/sea/filing';
import type { Context, GroupHandlers } from '../../core/context';
import { eachOf } from '../../core/eachOf';
import { itself, record } from '../../core/record';
import { Refusal, refuse } from '../../core/refusal';
import { type Content, elementOf, serialise } from '../../core/xml';
import { codecOf } from '../../store/codec';
import { type ListDefinition, listRows } from '../../store/listRows';
import type { Reader } from '../../store/open';
import { rowById } from '../../store/rowById';
import { filedObjects } from './answers';

/** A message to file: its record, account and content. */
export interface ToFile {
  readonly accountId: number;
  readonly kind: FilingKind;
  readonly objectType: FilingObject;
  readonly objectId: number;
  /** Number of the record as users know it. */
  readonly objectNo: string;
  readonly operation: FilingOperation;
  /** Contents of the message: each name becomes an element. */
  readonly content: Content;
}

/** Throws FILING_ACCOUNT with the reason for an account that cannot be used now. */
async function requireAccount({ read }: Pick<Context, 'read'>, accountId: number): Promise<void> {
  const account = await read
    .selectFrom('netchbAccount')
    .select(['name', 'active', 'hasPassword', 'environment'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw refuse('NOT_FOUND');
  const reason = !account.active
    ? 'inactive'
    : account.hasPassword || account.environment === 'simulator'
      ? undefined
      : 'password';
  if (reason)
    throw new Refusal(
      problem('FILING_ACCOUNT', { account: account.name, reason: { choice: ['filingAccount', reason] } }),
    );
}

/**
 * Queues a message to customs, in the transaction of the call; the sender does the rest. Returns its id. Throws
 * FILING_ACCOUNT when the account is inactive or has no password.
 */
export async function queueFiling(
  context: Pick<Context, 'read' | 'write' | 'now' | 'caller'>,
  { content, ...filing }: ToFile,
): Promise<number> {
  await requireAccount(context, filing.accountId);
  const { write, now, caller } = context;
  const { id } = await write
    .insertInto('filing')
    .values({
      ...filing,
      messageId: `FC-${randomUUID()}`,
      content: serialise(elementOf(filing.kind, content)),
      state: 'queued',
      attempts: 0,
      lastEvent: 0,
      nextAt: now,
      createdAt: now,
      createdBy: caller.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const list: ListDefinition<typeof filingRow> = {
  table: 'filing',
  row: filingRow,
  filters: [
    'accountId',
    'kind',
    'operation',
    'objectType',
    'objectId',
    'objectNo',
    'state',
    'result',
    'createdAt',
  ],
  keyword: ['objectNo', 'reference', 'messageId'],
  order: '-createdAt',
};
const codec = codecOf(filingRow);

async function found({ read }: Context, id: number): Promise<Filing> {
  return codec.decode(await rowById(read, 'filing', id));
}
const filings = record({
  table: 'filing',
  row: filingRow,
  machine: filingMachine,
  load: found,
  about: itself,
});
/** Filings of a record, newest first. */
export async function filingsOf(db: Reader, objectType: FilingObject, objectId: number): Promise<Filing[]> {
  const rows = await db
    .selectFrom('filing')
    .selectAll()
    .where('objectType', '=', objectType)
    .where('objectId', '=', objectId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(codec.decode);
}

const exchangeCodec = codecOf(filingExchange.omit({ request: true, answer: true }));

/** Runs an action on each of many filings that allow it. */
const act = (
  context: Context,
  ids: readonly number[],
  action: keyof typeof filingMachine.actions,
  values: Partial<Pick<Filing, 'state' | 'attempts' | 'nextAt'>>,
) =>
  eachOf(context, ids, async (id) => {
    const filing = await filings.open(context, id, action);
    await filings.save(context, filing, values);
    if (values.state)
      await filedObjects[filing.objectType]?.storeProgress?.(context, filing.objectId, values.state);
    await context.log({
      module: 'sea',
      action: 'push',
      objectType: 'filing',
      objectId: id,
      objectNo: filing.objectNo,
      after: { operation: filing.operation, kind: filing.kind },
    });
    return true;
  });

/** Filings: the log, the messages exchanged, sending and querying again. */
export const filingHandlers: GroupHandlers<'filing'> = {
  list: ({ read }, { query }) => listRows(read, list, query),

  get: async (context, { params }) => {
    const filing = await found(context, params.id);
    const exchanges = await context.read
      .selectFrom('filingExchange')
      .selectAll()
      .where('filingId', '=', params.id)
      .orderBy('id')
      .execute();
    return {
      ...filing,
      exchanges: exchanges.map((one) => ({
        ...exchangeCodec.decode(one),
        request: one.request,
        answer: one.answer,
      })),
    };
  },

  send: (context, { body }) =>
    act(context, body.ids, 'send', { state: 'queued', attempts: 0, nextAt: context.now }),
  ask: (context, { body }) => act(context, body.ids, 'ask', { nextAt: context.now }),
};
