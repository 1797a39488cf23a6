import { createHash } from 'node:crypto';
import type { SimulatorMode } from '@contract/config/netchbAccount';
import { SIMULATOR } from '@contract/limits';
import { instantOf } from '@contract/rules/zonedTime';
import { type FilingEventName, type FilingKind, filingKinds } from '@contract/sea/filing';
import { type Content, contentOf, type XmlElement } from '../../core/xml';
import type { GatewayEvent, GatewayFiling } from './message';
import { type Reason, reasonsAgainst, remarksOn } from './simulatorChecks';

/** An event that customs will send, and its time. */
interface Plan {
  readonly at: number;
  readonly event: FilingEventName;
  readonly codes: readonly Reason[];
}

interface SimulatedFiling {
  readonly kind: FilingKind;
  readonly action: string;
  readonly content: Content;
  readonly reference: string;
  mode: SimulatorMode;
  events: GatewayEvent[];
  plan: readonly Plan[];
}

/** Modes in which customs requires something before the release. */
const STOPS: Partial<Record<SimulatorMode, { event: FilingEventName; reason: Reason }>> = {
  documents: { event: 'docs_required', reason: { code: 'D01', text: 'COMMERCIAL INVOICE REQUIRED' } },
  exam: { event: 'exam', reason: { code: 'X01', text: 'NII EXAM ORDERED' } },
  hold: { event: 'hold', reason: { code: 'H01', text: 'AGRICULTURE HOLD' } },
};

/** Filings that the simulator has received: their events follow from the message and the mode. */
export class SimulatorFiles {
  readonly #now: () => number;
  readonly #kept = new Map<string, SimulatedFiling>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Stores a message once: a repeated one changes nothing. Undefined for anything but a filing. */
  file(
    head: Readonly<Record<string, string>>,
    message: XmlElement | undefined,
    filerCode: string,
    mode: SimulatorMode,
  ): GatewayFiling | undefined {
    const { messageId, action = '' } = head;
    const kind = filingKinds.find((one) => one === head.kind);
    if (!messageId || !kind || !message || message.name !== kind) return undefined;
    if (!this.#kept.has(messageId)) {
      const content = contentOf(message);
      const made = { kind, action, content, mode, events: [] };
      const reference = referenceOf(kind, content, messageId, filerCode);
      this.#kept.set(messageId, { ...made, reference, plan: planOf(made, this.#now()) });
    }
    return this.status(messageId, mode);
  }

  /** Returns the present status of a message. After a change of mode, customs continues in the new mode. */
  status(messageId: string, mode: SimulatorMode): GatewayFiling {
    const kept = this.#kept.get(messageId);
    if (!kept) return { messageId, known: false, reference: null, events: [] };
    const now = this.#now();
    if (kept.mode !== mode) {
      kept.mode = mode;
      const known = new Set(kept.events.map(({ event }) => event));
      if (!known.has('rejected'))
        kept.plan = planOf(kept, now).filter(
          ({ event }) => !known.has(event) && !(event === 'rejected' && isAnswered(known)),
        );
    }
    for (const { at, event, codes } of kept.plan.filter((one) => one.at <= now))
      kept.events.push({ number: kept.events.length + 1, event, at: instantOf(at), codes });
    kept.plan = kept.plan.filter((one) => one.at > now);
    // The reference comes with the response, not before.
    const answered = isAnswered(new Set(kept.events.map(({ event }) => event)));
    return {
      messageId,
      known: true,
      reference: answered ? kept.reference : null,
      events: kept.events,
    };
  }
}

const isAnswered = (events: ReadonlySet<FilingEventName>): boolean =>
  events.has('accepted') || events.has('accepted_warning');

/** An ISF keeps its transaction number; an entry uses its own number. */
function referenceOf(kind: FilingKind, content: Content, messageId: string, filerCode: string): string {
  const { entryNo, transactionNo } = content;
  if (kind !== 'isf') return typeof entryNo === 'string' ? entryNo : messageId;
  if (typeof transactionNo === 'string') return transactionNo;
  const digits =
    BigInt(`0x${createHash('sha256').update(messageId).digest('hex').slice(0, 16)}`) % 10n ** 11n;
  return `${filerCode}${String(digits).padStart(11, '0')}`;
}

function planOf(
  { kind, action, content, mode }: Pick<SimulatedFiling, 'kind' | 'action' | 'content' | 'mode'>,
  now: number,
): Plan[] {
  const then = (after: number, event: FilingEventName, codes: readonly Reason[] = []): Plan => ({
    at: now + after,
    event,
    codes,
  });
  const received = then(0, 'received');
  if (mode === 'silent') return [received];
  const after = mode === 'late' ? SIMULATOR.late : 0;
  if (action === 'D')
    return [
      received,
      mode === 'reject'
        ? then(after, 'rejected', [{ code: 'F91', text: 'MAY NOT BE DELETED ANY MORE' }])
        : then(after, 'accepted'),
    ];
  const reasons = reasonsAgainst(kind, content);
  if (mode === 'reject' && reasons.length === 0)
    reasons.push({ code: 'F90', text: 'ON FILE ALREADY FROM ANOTHER FILER' });
  if (reasons.length > 0) return [received, then(after, 'rejected', reasons)];
  const remarks = remarksOn(kind, content, now);
  if (mode === 'warning') remarks.push({ code: 'W02', text: 'BILL NOT ON FILE IN AMS' });
  const accepted = then(after, remarks.length > 0 ? 'accepted_warning' : 'accepted', remarks);
  const next = after + SIMULATOR.next;
  if (kind === 'entrySummary') return [received, accepted, then(next, 'liquidated')];
  if (kind === 'isf')
    return mode === 'warning' ? [received, accepted] : [received, accepted, then(next, 'matched')];
  const stop = STOPS[mode];
  return [received, accepted, stop ? then(next, stop.event, [stop.reason]) : then(next, 'released')];
}
