import type { ApprovalStep } from '@contract/rules/approval';
import { isfDueAt, isLateFiling } from '@contract/rules/isfDeadline';
import { isfMissing } from '@contract/rules/isfMissing';
import { type FilingAction, filingActions } from '@contract/sea/filing';
import type { IsfDraft, IsfState, SeaIsf } from '@contract/sea/seaIsf';
import type { Insertable } from 'kysely';
import { filingElement, questionElement, requestText, responseText } from '../areas/netchb/message';
import { isfContent } from '../areas/sea/isfFile';
import { isfRecord, sentOf } from '../areas/sea/isfRow';
import { elementOf, serialise } from '../core/xml';
import type { Writer } from '../store/open';
import type { Database } from '../store/tables';
import { HOUR, iso, MINUTE } from './clock';
import type { Course, FiledMessage } from './isfCourse';
import { staffId } from './people';
import { madeAt } from './reference';
import { insertRows } from './rows';

/** NetCHB account that uses the simulator, where pending filings continue. */
export const ACCOUNT = 1;
const FILER = 'QZX';

const APPROVED: ReadonlySet<IsfState> = new Set(['draft', 'pending_approval']);

/** Collects the rows of ISF with their messages and responses. */
export class IsfBook {
  readonly #steps: ApprovalStep[] | null;
  readonly #now: number;
  readonly #isf: Insertable<Database['seaIsf']>[] = [];
  readonly #filings: (Insertable<Database['filing']> & { id: number })[] = [];
  readonly #exchanges: Omit<Insertable<Database['filingExchange']>, 'id'>[] = [];
  readonly #answers: Omit<Insertable<Database['isfAnswer']>, 'id'>[] = [];
  readonly #submits: Omit<Insertable<Database['approvalLog']>, 'id'>[] = [];
  readonly #perDay = new Map<string, number>();

  constructor(steps: ApprovalStep[] | null, now: number) {
    this.#steps = steps;
    this.#now = now;
  }

  add(draft: IsfDraft, course: Course, by: { readonly customerId: number; readonly born: number }): void {
    const id = this.#isf.length + 1;
    const { state, sent = [], standing = null, amendments = 0, reason = null, before = {} } = course;
    const [first] = sent;
    const author = staffId(id % 2 ? 'chen.jing' : 'zhao.min');
    const day = iso(by.born).slice(0, 10).replaceAll('-', '');
    const no = (this.#perDay.get(day) ?? 0) + 1;
    this.#perDay.set(day, no);
    const submitted = state !== 'draft' || sent.length > 0 ? by.born + 3 * HOUR : null;
    const open = state === 'pending_approval';
    const approved = APPROVED.has(state) && sent.length === 0 ? null : (submitted ?? by.born) + HOUR;
    const dueAt = isfDueAt(draft);
    const filed = first ? iso(first.at) : null;
    const responses = sent.flatMap(({ responses }) => responses);
    const answers = responses.filter(({ codes }) => codes);
    const last = sent.at(-1);
    const amending = state === 'draft' && amendments > 0;
    const acceptedIn = sent.findLast(({ responses: events }) =>
      events.some(({ event }) => event.startsWith('accepted')),
    );
    const row: SeaIsf = {
      ...draft,
      id,
      ...(madeAt(iso(by.born), author) as Pick<
        SeaIsf,
        'version' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'
      >),
      isfNo: `ISF${day}-${String(no).padStart(4, '0')}`,
      state,
      customerId: by.customerId,
      action: amending ? filingActions.replace : last ? filingActions[last.operation] : filingActions.add,
      containerNos: draft.containers.map(({ containerNo }) => containerNo),
      missingCount: isfMissing(draft).length,
      dueAt,
      lateFiling: filed !== null && isLateFiling(dueAt, filed),
      amendmentNo: amendments,
      standing,
      cbpTransactionNo: acceptedIn ? transactionNo(id) : null,
      filingState: last ? (last.failed ? 'failed' : last.responses.length > 1 ? 'answered' : 'sent') : null,
      submittedAt: submitted === null || amending ? null : iso(submitted),
      submittedBy: submitted === null || amending ? null : author,
      waiting: open ? this.#steps : null,
      stepNo: open && this.#steps ? 1 : null,
      approvedAt: approved === null ? null : iso(approved),
      approvedBy: approved === null ? null : staffId('k.oconnor'),
      filedAt: filed,
      acceptedAt: acceptedIn ? iso(acceptedIn.at + 0.4 * HOUR) : null,
      lastAnswer:
        answers
          .at(-1)
          ?.codes?.map(({ code, text }) => `${code} ${text}`)
          .join('; ') ?? null,
      openAnswer: null,
      reason,
    };
    const filedContent = standing === null ? null : JSON.stringify({ ...sentOf(row), ...before });
    this.#isf.push({
      ...isfRecord.codec.encode(row),
      id,
      sentContent: last ? JSON.stringify(sentOf(row)) : null,
      filedContent,
      filedContentAt: filedContent && row.acceptedAt,
    } as Insertable<Database['seaIsf']>);
    if (open)
      this.#submits.push({
        ...{ at: iso(submitted ?? by.born), docType: 'isf', docId: id, docNo: row.isfNo },
        ...{ stepNo: null, stepName: null, action: 'submit', staffId: author, remark: null, standIn: 0 },
      });
    for (const message of sent) this.#send(row, message);
  }

  #send(isf: SeaIsf, { at, operation, responses, failed }: FiledMessage): void {
    const id = this.#filings.length + 1;
    const messageId = `FC-demo-${String(id).padStart(5, '0')}`;
    const content = elementOf(
      'isf',
      isfContent({ ...isf, cbpTransactionNo: operation === 'add' ? null : isf.cbpTransactionNo }),
    );
    const head = { messageId, kind: 'isf', action: filingActions[operation] as FilingAction };
    const answer = responses.find(({ event }) => event.startsWith('accepted') || event === 'rejected');
    const reference = answer && answer.event !== 'rejected' ? transactionNo(isf.id) : null;
    this.#filings.push({
      id,
      ...{
        accountId: ACCOUNT,
        kind: 'isf',
        operation,
        objectType: 'seaIsf',
        objectId: isf.id,
        objectNo: isf.isfNo,
      },
      ...{
        messageId,
        content: serialise(content),
        reference,
        attempts: failed ? 1 : 0,
        lastEvent: responses.length,
      },
      state: failed ? 'failed' : answer ? 'answered' : 'sent',
      result: failed ? 'sign_in' : 'ok',
      // Nothing in the demo is polled automatically; a user has to query customs.
      nextAt: null,
      dueAt: failed || answer ? null : iso(at + 2 * HOUR),
      createdAt: iso(at),
      createdBy: staffId('k.oconnor'),
      sentAt: failed ? null : iso(at),
      answeredAt: answer ? iso(at + answer.after * HOUR) : null,
    });
    const events = responses.map(({ after, event, codes = [] }, index) => ({
      ...{ number: index + 1, event, at: iso(Math.min(at + after * HOUR, this.#now)), codes },
    }));
    const call = (time: number, isQuery: boolean, known: typeof events) => ({
      filingId: id,
      ...{
        at: iso(time),
        lastAt: iso(time),
        times: 1,
        operation: isQuery ? ('status' as const) : ('file' as const),
      },
      durationMs: 180 + ((id * 37) % 400),
      httpStatus: failed ? 401 : 200,
      result: failed ? ('sign_in' as const) : ('ok' as const),
      request: requestText(isQuery ? 'status' : 'file', FILER, [
        isQuery ? questionElement(head) : filingElement(head, content),
      ]),
      answer: failed
        ? responseText({ status: 'error', filerCode: '', message: 'Login failed' })
        : responseText({
            ...{ status: 'ok', filerCode: FILER, message: null },
            filing: { messageId, known: true, reference: known.length > 1 ? reference : null, events: known },
          }),
    });
    this.#exchanges.push(call(at, false, events.slice(0, 1)));
    for (const [index, { at: time }] of events.entries())
      if (index > 0) this.#exchanges.push(call(Date.parse(time) + MINUTE, true, events.slice(0, index + 1)));
    this.#answers.push(
      ...events.map(({ event, at: time, codes }) => ({
        ...{ isfId: isf.id, at: time, event, reference: event === 'received' ? null : reference },
        codes: JSON.stringify(codes),
      })),
    );
  }

  async write(writer: Writer): Promise<void> {
    await insertRows(writer, 'seaIsf', this.#isf);
    await insertRows(writer, 'filing', this.#filings);
    await insertRows(writer, 'filingExchange', this.#exchanges);
    await insertRows(writer, 'isfAnswer', this.#answers);
    await insertRows(writer, 'approvalLog', this.#submits);
    for (const isf of this.#isf)
      if (isf.seaBillId)
        await writer
          .updateTable('seaBill')
          .set({ isfId: Number(isf.id), isfState: isf.state })
          .where('id', '=', isf.seaBillId)
          .execute();
  }
}

/** Transaction number of customs for an ISF. */
const transactionNo = (id: number): string => `${FILER}${String(26_110_000_000 + 7919 * id)}`;
