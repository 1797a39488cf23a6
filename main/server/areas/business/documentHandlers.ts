import type { DocumentProgress } from '@contract/business/document';
import { approvalConfig } from '@contract/config/approvalConfig';
import { problem } from '@contract/errors';
import { approvalFor } from '@contract/rules/approval';
import { formatDay } from '@contract/rules/zonedTime';
import type { Context } from '../../core/context';
import { officeDay } from '../../core/officeClock';
import { refuse, refuseFields } from '../../core/refusal';
import { newStamp } from '../../core/stamps';
import { byName } from '../../store/byName';
import { codecOf } from '../../store/codec';
import { nextNumber } from '../../store/numbers';
import {
  type DocumentKind,
  type DocumentRow,
  documentsOf,
  logged,
  newDocument,
  note,
  numberOf,
  readDocument,
  type Values,
} from './document';
import { advance, conclude, end, NO_APPROVAL, notify, notifyDeciders, refuseRivals } from './documentRun';

interface Input<B> {
  readonly params: { readonly id: number };
  readonly body: B;
}

/** Loads a document in the shape that its calls return. */
const answerOf =
  <R extends DocumentRow>(kind: DocumentKind<R>) =>
  (context: Context, id: number): Promise<R> =>
    readDocument(context.write, kind, id);

/** Handlers that submit and withdraw a document. */
function submittingHandlers<R extends DocumentRow>(kind: DocumentKind<R>) {
  const documents = documentsOf(kind);
  const answer = answerOf(kind);

  return {
    submit: async (
      context: Context,
      { params, body }: Input<{ version?: number | undefined; replace: boolean }>,
    ) => {
      const { write, caller, now } = context;
      const { row: before } = await documents.open(context, params.id, 'submit', body.version);
      const row = { ...before, replaces: body.replace };
      await refuseRivals(write, kind, row);
      const settings = await write.selectFrom('approvalConfig').selectAll().where('active', '=', 1).execute();
      const decoder = codecOf(approvalConfig.row);
      const approvalQuery = { docType: kind.type, ...kind.amountOf(row), at: now };
      const run = approvalFor(
        settings.map((setting) => decoder.decode(setting)),
        approvalQuery,
      );
      const submitted = { submittedAt: now, submittedBy: caller.id, replaces: body.replace };
      if (run) {
        await documents.save(context, before, {
          ...submitted,
          state: 'pending',
          waiting: run.steps,
          stepNo: 1,
          stepDueAt: run.dueAt,
          approvalConfigId: run.config.id,
        });
        await note(context, kind, row, 'submit', { staffId: caller.id });
        await notifyDeciders(context, kind, row.id);
      } else {
        await conclude(context, kind, row, { ...submitted, approvalConfigId: null });
        await note(context, kind, row, 'auto', { staffId: caller.id });
      }
      await logged(
        context,
        kind,
        'submit',
        row,
        { state: before.state },
        { state: run ? 'pending' : 'approved' },
      );
      return answer(context, params.id);
    },

    withdraw: async (context: Context, { params, body }: Input<{ version?: number | undefined }>) => {
      const { row: before } = await documents.open(context, params.id, 'withdraw', body.version);
      await documents.save(context, before, { ...NO_APPROVAL, state: 'draft' });
      await note(context, kind, before, 'withdraw', { staffId: context.caller.id });
      await logged(context, kind, 'recall', before, { state: before.state }, { state: 'draft' });
      return answer(context, params.id);
    },
  };
}

/** Handlers that decide on the open step of a document. */
function decidingHandlers<R extends DocumentRow>(kind: DocumentKind<R>) {
  const documents = documentsOf(kind);
  const answer = answerOf(kind);

  return {
    progress: async (
      context: Context,
      { params }: Pick<Input<never>, 'params'>,
    ): Promise<DocumentProgress> => {
      const { log, deciders, facts } = await documents.load(context, params.id);
      const { state: _, ...seen } = facts;
      return {
        facts: seen,
        next: [...deciders.next],
        standIn: deciders.standIn,
        log: log.map((line) => ({ ...line, standIn: line.standIn === 1 })),
      };
    },

    approval: async (
      context: Context,
      {
        params,
        body,
      }: Input<{ version?: number | undefined; result: 'approve' | 'reject'; remark: string | null }>,
    ) => {
      const { caller } = context;
      const { result, remark } = body;
      const opened = await documents.open(context, params.id, result, body.version);
      const { row: before, decided, deciders } = opened;
      const [step] = before.waiting ?? [];
      if (!step) throw new Error(`nothing to decide on ${numberOf(kind, before)}`);
      const line = {
        stepNo: before.stepNo,
        stepName: step.name,
        staffId: caller.id,
        remark: remark || null,
        standIn: deciders.standIn,
      };
      if (result === 'reject') {
        if (!remark) throw refuse('REASON_REQUIRED');
        await documents.save(context, before, { ...NO_APPROVAL, state: 'rejected' });
        await note(context, kind, before, 'reject', line);
        if (before.submittedBy !== null)
          await notify(context, kind, before, [before.submittedBy], 'DOCUMENT_REJECTED', {
            name: caller.realName,
            reason: remark,
          });
        await logged(
          context,
          kind,
          'disapprove',
          before,
          { state: 'pending' },
          { state: 'rejected', remark },
        );
        return answer(context, params.id);
      }
      await note(context, kind, before, 'approve', line);
      const all = [...decided, caller.id];
      if (!(await advance(context, kind, before, all))) await documents.save(context, before, {});
      const row = await readDocument(context.write, kind, params.id);
      await logged(
        context,
        kind,
        'approve',
        before,
        { state: before.state, stepNo: before.stepNo },
        { state: row.state, stepNo: row.stepNo, remark },
      );
      return answer(context, params.id);
    },
  };
}

/** Handlers that end a document, and start its next version. */
function endingHandlers<R extends DocumentRow>(kind: DocumentKind<R>) {
  const documents = documentsOf(kind);
  const answer = answerOf(kind);

  return {
    terminate: async (
      context: Context,
      { params, body }: Input<{ version?: number | undefined; reason: string; on: string }>,
    ) => {
      const { row: before } = await documents.open(context, params.id, 'terminate', body.version);
      if (!body.reason) throw refuse('REASON_REQUIRED');
      const day = officeDay(context.now);
      if (body.on < day) throw refuseFields({ on: problem('DOCUMENT_DAY_PAST', { day: formatDay(day) }) });
      await end(context, kind, before, body.on, body.reason);
      await note(context, kind, before, 'terminate', { staffId: context.caller.id, remark: body.reason });
      await logged(
        context,
        kind,
        'terminate',
        before,
        { state: before.state },
        { terminatedOn: body.on, reason: body.reason },
      );
      return answer(context, params.id);
    },

    copy: async (context: Context, { params }: Pick<Input<never>, 'params'>) => {
      const { write, now } = context;
      const { row: from } = await documents.open(context, params.id, 'copy');
      const kept = Object.fromEntries(kind.draft.map((name) => [name, from[name]]));
      const made = {
        ...kept,
        ...kind.follows?.(kept),
        ...newDocument,
        versionNo: from.versionNo + 1,
        copiedFromId: from.id,
        [kind.number]: await nextNumber(write, kind.table, kind.number, kind.prefix, now),
        ...newStamp(context),
      };
      const { id } = await byName(write)
        .insertInto(kind.table)
        .values(kind.codec().encode(made))
        .returning('id')
        .executeTakeFirstOrThrow();
      const row = await readDocument(write, kind, Number(id));
      await logged(context, kind, 'create', row, undefined, { ...kept, copiedFromId: from.id });
      return row;
    },
  };
}

/** Handlers of documents with approval, for one kind. */
export const documentHandlers = <R extends DocumentRow>(kind: DocumentKind<R>) => ({
  ...submittingHandlers(kind),
  ...decidingHandlers(kind),
  ...endingHandlers(kind),
});

/** Hooks of a plain resource for a document: only drafts can be changed, and only by their owners. */
export const documentHooks = (kind: DocumentKind) => ({
  checkChange: async (context: Context, before?: Values): Promise<void> => {
    if (before) await documentsOf(kind).open(context, Number(before.id), 'update');
  },
  /** Number and state of a new document; changing a rejected one makes it a draft again. */
  derive: async (context: Context, draft: Values, before?: Values): Promise<Values> => ({
    [kind.number]:
      draft[kind.number] ??
      before?.[kind.number] ??
      (await nextNumber(context.write, kind.table, kind.number, kind.prefix, context.now)),
    ...kind.follows?.(draft),
    ...(before ? { state: 'draft' } : newDocument),
  }),
  checkLeaving: async (context: Context, row: Values): Promise<void> => {
    await documentsOf(kind).open(context, Number(row.id), 'delete');
  },
});
