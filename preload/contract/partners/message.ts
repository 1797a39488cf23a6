import * as z from 'zod';
import { endpoint } from '../endpoint';
import { actorName, choice, dateTime, id, ref, text } from '../fields';
import { listQuery, pageOf } from '../paging';
import { exportOf, selectionOf } from '../resource';
import { extended, object, strictObject } from '../shape';

/** Subjects of a message. */
export const messageTypes = ['system', 'arrival', 'noa', 'exception', 'approval', 'file', 'alert'] as const;
export type MessageType = (typeof messageTypes)[number];

/** A message to one person of the staff. */
export const messageRow = object(() => ({
  id: id(),
  receiverId: ref('staff'),
  type: choice('messageType', messageTypes),
  textEn: text(500),
  textCn: text(500),
  billId: id().nullable(),
  billNo: text(16).nullable(),
  batchNo: text(30).nullable(),
  /** Path of the screen it links to. */
  link: text(200).nullable(),
  senderName: actorName(60),
  sentAt: dateTime(),
  readAt: dateTime().nullable(),
}));
export type Message = z.output<typeof messageRow>;

const query = extended(listQuery(messageRow, ['type', 'billId', 'billNo', 'sentAt'], ['sentAt']), () => ({
  unread: z.boolean().optional(),
}));

/** The caller's own messages; no one else sees them. */
export const messageApi = {
  list: endpoint({
    method: 'GET',
    path: '/message',
    access: 'session',
    query,
    answer: pageOf(messageRow),
  }),
  export: exportOf('/message', 'session', query, true),
  count: endpoint({
    method: 'GET',
    path: '/message/count',
    access: 'session',
    answer: object(() => ({ unread: z.int(), total: z.int() })),
  }),
  /** Marks messages as read: by id, all matches, or all. */
  read: endpoint({
    method: 'PUT',
    path: '/message/read',
    access: 'session',
    body: z.union([...selectionOf(query).options, strictObject(() => ({ all: z.literal(true) }))]),
    answer: object(() => ({ read: z.int() })),
    errors: ['COUNT_CHANGED'],
  }),
};
