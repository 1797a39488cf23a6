import type { Problem } from '@contract/errors';
import { type MessageType, messageRow } from '@contract/partners/message';
import { type PermissionName, permit } from '@contract/permissions';
import { ACTORS, type MessageCode, say } from '@contract/words';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context, GroupHandlers } from '../../core/context';
import { exportRows } from '../../core/exportRows';
import { selectedIds } from '../../core/selected';
import { listed } from '../../store/dialect';
import { type ListDefinition, listRows } from '../../store/listRows';

/** A message to staff. */
export interface StaffMessage {
  readonly type: MessageType;
  readonly text: { readonly en: string; readonly cn: string };
  /** Recipients: everybody with one of these permissions, or these people. */
  readonly to: readonly PermissionName[] | readonly number[];
  readonly bill?: { readonly id: number; readonly billNo: string; readonly batchNo: string };
  /** Path of the screen that the message links to; default: the bill's own. */
  readonly link?: string;
}

/**
 * Sends a message to everyone it concerns, in the transaction of the call that caused it. The caller is not notified of
 * their own action. Returns the number of recipients.
 */
export async function notifyStaff(
  { write, now, caller }: Pick<Context, 'write' | 'now'> & { readonly caller?: Context['caller'] },
  { type, text, to, bill, link }: StaffMessage,
): Promise<number> {
  let people = write.selectFrom('staff').select('staff.id').where('loginAllowed', '=', 1);
  people = isPeople(to)
    ? people.where('staff.id', 'in', to)
    : people.where((where) =>
        where.or([
          where('superAdmin', '=', 1),
          where.exists(
            where
              .selectFrom('groupPermission')
              .select('groupPermission.groupId')
              .whereRef('groupPermission.groupId', '=', 'staff.groupId')
              .where('permissionId', 'in', to.map(permit)),
          ),
        ]),
      );
  const receivers = (await people.execute()).filter(({ id }) => id !== caller?.id);
  if (receivers.length === 0) return 0;
  await write
    .insertInto('message')
    .values(
      receivers.map(({ id }) => ({
        receiverId: id,
        type,
        textEn: text.en.slice(0, 500),
        textCn: text.cn.slice(0, 500),
        billId: bill?.id ?? null,
        billNo: bill?.billNo ?? null,
        batchNo: bill?.batchNo ?? null,
        link: link ?? (bill ? `/bill/bill_manage/detail/${bill.id}` : null),
        senderName: caller?.realName ?? ACTORS.app,
        sentAt: now,
        readAt: null,
      })),
    )
    .execute();
  return receivers.length;
}

const isPeople = (to: StaffMessage['to']): to is readonly number[] => typeof to[0] === 'number';

/** A message of the contract in both languages, in the form of a message to staff. */
export const inBoth = (code: MessageCode, params?: Problem['params']): StaffMessage['text'] => ({
  en: say('en', code, params),
  cn: say('cn', code, params),
});

/** List of the messages of one person. */
const listOf = (receiver: number): ListDefinition<typeof messageRow> => ({
  table: 'message',
  row: messageRow,
  filters: ['type', 'billId', 'billNo', 'sentAt'],
  keyword: ['textEn', 'textCn', 'billNo'],
  order: '-sentAt',
  always: (where, { unread }): Expression<SqlBool>[] => [
    where('receiverId', '=', receiver),
    ...(unread === undefined ? [] : [sql<SqlBool>`readAt is ${sql.raw(unread ? '' : 'not')} null`]),
  ],
});

/** The caller's messages. Marking them as read concerns nobody else, so it is not logged. */
export const messageHandlers: GroupHandlers<'message'> = {
  list: ({ read, caller }, { query }) => listRows(read, listOf(caller.id), query),
  export: (context, { query }) =>
    exportRows(context, { definition: listOf(context.caller.id), resource: 'message' }, query),

  count: async ({ read, caller }) => {
    const { total, known } = await read
      .selectFrom('message')
      .select((count) => [
        count.fn.countAll<number>().as('total'),
        count.fn.count<number>('readAt').as('known'),
      ])
      .where('receiverId', '=', caller.id)
      .executeTakeFirstOrThrow();
    return { unread: total - known, total };
  },

  read: async (context, { body }) => {
    const { write, caller, now, unchanged } = context;
    let unread = write
      .updateTable('message')
      .set({ readAt: now })
      .where('receiverId', '=', caller.id)
      .where('readAt', 'is', null);
    if (!('all' in body)) {
      const ids = await selectedIds(context, listOf(caller.id), body);
      unread = unread.where(sql<SqlBool>`id in ${listed(ids)}`);
    }
    const { numUpdatedRows } = await unread.executeTakeFirst();
    unchanged();
    return { read: Number(numUpdatedRows) };
  },
};
