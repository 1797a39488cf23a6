import { refusalOf } from '@contract/machine';
import type { FilingEvent } from '@contract/sea/filing';
import type { FourEyes } from '@contract/sea/fourEyes';
import type { Context } from '../../core/context';
import { byName } from '../../store/byName';
import { holds } from '../access/holds';
import type { Awaiting } from '../business/document';
import { awaitingDecision } from '../business/fourEyes';
import type { FiledObject } from '../netchb/answers';
import { inBoth, notifyStaff } from '../partners/messages';
import { type CommonAction, type Core, coreOf, type FiledKind, type FiledRecord } from './filedCore';
import { actOn, messagePrefix, stepsOf } from './filedSteps';
import { linkFiling, type SeaContext } from './seaLinks';

/** Maximum characters stored of the last customs response. */
const KEPT = 1000;

/** Wraps the usual handlers that create and change a record, so that the record is also linked to its sea bill. */
function linkingHandlers<R extends FiledRecord, F extends FourEyes, A extends string>({
  kind: { doc },
  read,
}: Core<R, F, A>) {
  const linked = async (context: Context, made: unknown, before: number | null): Promise<R> => {
    const row = made as R;
    if (before !== null && before !== row.seaBillId) await linkFiling(context, before, doc, null);
    if (row.seaBillId !== null) await linkFiling(context, row.seaBillId, doc, row);
    return row;
  };

  return <C, U extends { readonly params: { readonly id: number } }>(usual: {
    create: (context: Context, input: C) => Promise<unknown>;
    update: (context: Context, input: U) => Promise<unknown>;
  }) => ({
    create: async (context: Context, input: C): Promise<R> =>
      linked(context, await usual.create(context, input), null),
    update: async (context: Context, input: U): Promise<R> => {
      const { seaBillId } = await read(context.read, input.params.id);
      return linked(context, await usual.update(context, input), seaBillId);
    },
  });
}

/** Records that the caller may decide on now. */
const awaitingOf =
  <R extends FiledRecord, F extends FourEyes, A extends string>({
    kind: { table, numberOf },
    approval,
    codec,
  }: Core<R, F, A>) =>
  async (context: Pick<Context, 'read' | 'caller'>): Promise<Awaiting[]> => {
    if (!holds(context.caller, approval.right)) return [];
    const pending = await byName(context.read)
      .selectFrom(table)
      .selectAll()
      .where('state', '=', 'pending_approval')
      .execute();
    const submitted = pending.map(codec.decode).map((row) => ({
      ...row,
      ...{ docNo: numberOf(row), submittedAt: String(row.submittedAt) },
    }));
    return awaitingDecision(context, approval, submitted);
  };

/** Applies customs responses to a record. */
const responseHandler =
  <R extends FiledRecord, F extends FourEyes, A extends string>({
    kind,
    read,
    factsOf,
    save,
    log,
  }: Core<R, F, A>) =>
  (customs: {
    /** Stores a response as received. */
    keep: (context: SeaContext, id: number, event: FilingEvent) => Promise<void>;
    /** Returns the action that follows from a response of customs; null if the response is only recorded. */
    actionOf: (event: FilingEvent) => A | CommonAction | null;
    carryOut: (
      context: SeaContext,
      row: R,
      action: A | CommonAction,
      event: FilingEvent,
      text: string,
    ) => Promise<R>;
    /** True for a response that changes nothing in the state of the record: a repeated one, or one that came late. */
    addsNothing: (row: R, event: FilingEvent) => boolean;
    /**
     * True if the people who may file are notified; `action` follows from the response, null if the record is
     * unchanged.
     */
    alarms: (event: FilingEvent, action: A | CommonAction | null) => boolean;
  }): Pick<FiledObject, 'link' | 'applyEvent'> => ({
    link: kind.link,
    applyEvent: async (context, id, event) => {
      const row = await read(context.write, id);
      await customs.keep(context, id, event);
      const text = textOf(event);
      const proposed = customs.actionOf(event);
      const fits =
        proposed !== null && !refusalOf(kind.machine, proposed, await factsOf(context.write, row, null));
      const action = fits ? proposed : null;
      // A response that does not fit the state stays on the record, and on the home screen, until a person acknowledges it.
      const open = action === null && !customs.addsNothing(row, event);
      const changes = {
        ...(text === '' ? {} : { lastAnswer: text }),
        ...(open ? { openAnswer: openText(row, event, text) } : {}),
      };
      const noted =
        Object.keys(changes).length === 0 ? row : await save(context, row, changes as unknown as Partial<R>);
      const after = action === null ? noted : await customs.carryOut(context, noted, action, event, text);
      await log(
        context,
        'answer',
        row,
        { state: row.state },
        { event: event.event, state: after.state, lastAnswer: text || null },
      );
      if (!open && !customs.alarms(event, action)) return;
      const saying = messagePrefix(kind);
      await notifyStaff(
        { write: context.write, now: context.now },
        {
          type: 'exception',
          text: inBoth(`${saying}_ANSWERED`, {
            no: kind.numberOf(row),
            event: { choice: ['filingEvent', event.event] },
            text,
          }),
          to: [kind.files],
          link: `${kind.link}/${id}`,
        },
      );
    },
  });

/** Everything common to filed records: storage, approval, and customs responses. */
export function filedRecord<R extends FiledRecord, F extends FourEyes, A extends string>(
  kind: FiledKind<R, F, A>,
) {
  const core = coreOf(kind);
  const { codec, approval, read, deciders, factsOf, records, save, log } = core;
  return {
    codec,
    approval,
    read,
    deciders,
    factsOf,
    /** Throws why an action is refused on a record, naming missing fields if that is the reason. */
    requireAction: async (context: Context, action: A | CommonAction, id: number): Promise<void> => {
      await records.open(context, { id, action }, action);
    },
    save,
    log,
    act: actOn(core),
    kept: linkingHandlers(core),
    awaiting: awaitingOf(core),
    steps: stepsOf(core),
    filed: responseHandler(core),
  };
}

/** Adds a response to those of a record that nobody has dealt with: its name, and its text. */
const openText = ({ openAnswer }: FiledRecord, { event }: FilingEvent, text: string): string =>
  [openAnswer, [event, text].filter(Boolean).join(': ')].filter(Boolean).join('\n').slice(-KEPT);

/** Text of a customs response, in one line. */
const textOf = ({ codes }: FilingEvent): string =>
  codes
    .map(({ code, text }) => `${code} ${text}`)
    .join('; ')
    .slice(0, KEPT);
