import * as z from 'zod';
import { boxShares } from '../bill/timeNode';
import { endpoint } from '../endpoint';
import { fileErrors } from '../errors';
import { choice, count, dateTime, id, note, text } from '../fields';
import { MAX_BULK, MAX_UPLOAD } from '../limits';
import { countPer } from '../machine';
import { listQuery, pageOf } from '../paging';
import { type PermissionId, permit } from '../permissions';
import { bulkAnswer, exportOf, patchOf, selectedWith, selectionOf, warning } from '../resource';
import type { LetterKind } from '../rules/letterReading';
import { extended, object, strictObject } from '../shape';
import {
  letterEdits,
  letterFilters,
  letterParts,
  letterSorts,
  letterStateNames,
  noaMailRow,
  utbMailRow,
} from './letter';

/** Result of taking in a mail; `known` if it had been taken in before, and nothing was changed. */
const takenIn = { known: z.boolean() };

const one = strictObject(() => ({ id: id() }));
const mailboxId = id().optional();

type Row = Readonly<Record<string, z.ZodType>>;

/** Calls that take in a mail. */
const intakeCalls = <S extends Row>(path: string, row: z.ZodObject<S>, edit: PermissionId) => ({
  /** Takes in a mail from a file. */
  upload: endpoint({
    method: 'POST',
    path,
    access: edit,
    kind: 'upload',
    query: strictObject(() => ({ mailboxId })),
    file: { types: ['eml'], max: MAX_UPLOAD },
    answer: extended(row, () => takenIn),
    errors: [...fileErrors, 'FILE_BROKEN', 'REFERENCE_UNKNOWN', 'LETTER_KNOWN'],
    creates: true,
  }),
  /** Takes in a mail from pasted text. */
  paste: endpoint({
    method: 'POST',
    path: `${path}/text`,
    access: edit,
    body: strictObject(() => ({
      mailboxId,
      from: text(320),
      subject: text(500).nullable().default(null),
      text: note(100_000).min(1),
      receivedAt: dateTime().optional(),
    })),
    answer: extended(row, () => takenIn),
    errors: ['REFERENCE_UNKNOWN', 'NODE_FUTURE', 'LETTER_KNOWN'],
    creates: true,
    extension: true,
  }),
});

/** Calls that correct what was read from a mail. */
function correctionCalls<S extends Row, const D extends readonly (keyof S & string)[]>(
  kind: LetterKind,
  path: string,
  { row, edits }: { readonly row: z.ZodObject<S>; readonly edits: D },
  edit: PermissionId,
) {
  const errors = ['STALE_DATA', 'STATE_NOT_ALLOWED'] as const;
  return {
    update: endpoint({
      method: 'PUT',
      path: `${path}/{id}`,
      access: edit,
      params: one,
      body: patchOf(row, edits),
      answer: row,
      errors: [...errors, ...(kind === 'noa' ? (['REFERENCE_UNKNOWN', 'REFERENCE_INACTIVE'] as const) : [])],
    }),
    /** Reads it again by the rules of a mailbox selected by a person. */
    assign: endpoint({
      method: 'PUT',
      path: `${path}/{id}/mailbox`,
      access: edit,
      params: one,
      body: strictObject(() => ({ version: count(1), mailboxId: id() })),
      answer: row,
      errors: [...errors, 'REFERENCE_UNKNOWN'],
      extension: true,
    }),
    /** Sets its bill. */
    match: endpoint({
      method: 'PUT',
      path: `${path}/{id}/match`,
      access: edit,
      params: one,
      body: strictObject(() => ({ version: count(1), billId: id() })),
      answer: row,
      errors: [...errors, 'BILL_REMOVED', 'BILL_ARCHIVED'],
      extension: true,
    }),
  };
}

/**
 * Call that writes the values of a mail to its bill. Different existing values are replaced only with `overwrite`. The
 * pieces of a notice are those of the whole waybill.
 */
const processCall = <S extends Row>(
  kind: LetterKind,
  path: string,
  row: z.ZodObject<S>,
  edit: PermissionId,
) =>
  endpoint({
    method: 'PUT',
    path: `${path}/{id}/process`,
    access: edit,
    params: one,
    body: strictObject(() => ({
      version: count(1),
      overwrite: z.boolean().default(false),
      ...(kind === 'noa' ? { shares: boxShares } : {}),
    })),
    answer: object(() => ({ letter: row, warnings: z.array(warning) })),
    errors: [
      'STALE_DATA',
      'LETTER_NOT_MATCHED',
      'LETTER_OVERWRITE',
      'BILL_REMOVED',
      'BILL_ARCHIVED',
      ...(kind === 'noa'
        ? (['NODE_ORDER', 'NODE_MISSING', 'NODE_FUTURE', 'AWB_SHARE', 'AWB_SHARE_SUM', 'AWB_BATCH'] as const)
        : (['UTB_SUM'] as const)),
    ],
    extension: true,
  });

/** The calls of one inbox. */
function letterApi<
  S extends Row,
  const F extends readonly (keyof S & string)[],
  const D extends readonly (keyof S & string)[],
>(
  kind: LetterKind,
  path: string,
  shape: { readonly row: z.ZodObject<S>; readonly filters: F; readonly edits: D },
  permits: { readonly view: PermissionId; readonly edit: PermissionId; readonly reopen: PermissionId },
) {
  const { row } = shape;
  const { view, edit, reopen } = permits;
  const query = extended(listQuery(row, shape.filters, letterSorts), () => ({
    unopened: z.boolean().optional(),
  }));
  const detail = extended(row, () => letterParts);
  return {
    list: endpoint({ method: 'GET', path, access: view, query, answer: pageOf(row) }),
    /** Number of mails per state, and how many of these are unopened. */
    count: endpoint({
      method: 'GET',
      path: `${path}/count`,
      access: view,
      answer: object(() => ({ states: object(() => countPer(letterStateNames)), unopened: z.int() })),
      extension: true,
    }),
    export: exportOf(path, view, query, true),
    get: endpoint({ method: 'GET', path: `${path}/{id}`, access: view, params: one, answer: detail }),
    ...intakeCalls(path, row, edit),
    ...correctionCalls(kind, path, shape, edit),
    process: processCall(kind, path, row, edit),
    /** Sets mails aside, or reopens them. */
    act: endpoint({
      method: 'PUT',
      path: `${path}/state`,
      access: edit,
      body: selectedWith(query, {
        action: choice('letterAction', ['ignore', 'restore']),
        reason: text(500).optional(),
      }),
      answer: bulkAnswer,
      errors: ['REASON_REQUIRED', 'COUNT_CHANGED'],
      extension: true,
    }),
    /** Reopens a processed mail; the values it wrote remain. */
    reopen: endpoint({
      method: 'PUT',
      path: `${path}/reopen`,
      access: reopen,
      body: selectionOf(query),
      answer: bulkAnswer,
      errors: ['COUNT_CHANGED'],
      extension: true,
    }),
    /** Marks mails as opened. */
    opened: endpoint({
      method: 'PUT',
      path: `${path}/opened`,
      access: view,
      body: strictObject(() => ({ ids: z.array(id()).min(1).max(MAX_BULK) })),
      answer: object(() => ({ opened: z.int() })),
      extension: true,
    }),
    file: endpoint({
      method: 'GET',
      path: `${path}/{id}/file/{fileId}`,
      access: view,
      kind: 'blob',
      params: strictObject(() => ({ id: id(), fileId: z.string().max(64) })),
      extension: true,
    }),
  };
}

/** The inbox of notices of arrival. */
export const noaMailApi = letterApi(
  'noa',
  '/mini-tools/noa-mail',
  { row: noaMailRow, filters: letterFilters.noa, edits: letterEdits.noa },
  {
    view: permit('config.noaMail.view'),
    edit: permit('config.noaMail.edit'),
    reopen: permit('config.noaMail.reopen'),
  },
);

/** The inbox of tax assessments. */
export const utbMailApi = letterApi(
  'utb',
  '/mini-tools/utb-mail',
  { row: utbMailRow, filters: letterFilters.utb, edits: letterEdits.utb },
  {
    view: permit('config.utbMail.view'),
    edit: permit('config.utbMail.edit'),
    reopen: permit('config.utbMail.reopen'),
  },
);
