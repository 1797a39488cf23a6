import type { EInvoiceError } from '@contract/finance/eInvoice';
import { E_INVOICE } from '@contract/limits';
import {
  CallFailed,
  type CallFault,
  callOut,
  isCallable,
  type OutboundResponse,
} from '../../../core/callOut';
import { FolderOut } from '../../../core/folderOut';

/** An invoice on its way, with what its envelope says. */
export interface OutboundInvoice {
  /** Number of the envelope (SBDH instance identifier): an access point knows the invoice by it. */
  readonly messageNo: string;
  readonly invoiceNo: string;
  /** Electronic addresses: the scheme, a colon, and the number in it. */
  readonly sender: string;
  readonly receiver: string;
  /** Country of the sender. */
  readonly country: string;
  readonly isCredit: boolean;
  readonly content: string;
}

/**
 * Result of sending an invoice, or of asking about it. `refused`: a person must act. `lost`: no clear response, so the
 * access point is asked later. `absent`: the access point certainly does not have the invoice.
 */
export interface PointAnswer {
  readonly outcome: 'delivered' | 'handed_over' | 'refused' | 'lost' | 'absent';
  readonly error: EInvoiceError | null;
  /** Text of the response, shortened. */
  readonly answer: string | null;
}

/** An access point, however it is reached. Never throws for failures on the way; undefined when cut short. */
export interface AccessPoint {
  /** Makes everything ready without anything leaving; it can be repeated. */
  prepare?(invoice: OutboundInvoice): Promise<void>;
  send(invoice: OutboundInvoice, stopped: AbortSignal): Promise<PointAnswer | undefined>;
  /** Asks how far an invoice has come. */
  ask(invoice: OutboundInvoice, stopped: AbortSignal): Promise<PointAnswer | undefined>;
}

const answered = (
  outcome: PointAnswer['outcome'],
  error: EInvoiceError | null = null,
  answer: string | null = null,
): PointAnswer => ({ outcome, error, answer: answer?.trim().slice(0, E_INVOICE.maxKept) || null });

/** An access point behind a folder: its software takes invoices from `out` in it, and says nothing more. */
export class FolderPoint implements AccessPoint {
  readonly #files: FolderOut;

  constructor(folder: string) {
    this.#files = new FolderOut(folder);
  }

  prepare(invoice: OutboundInvoice): Promise<void> {
    return this.#files.prepare(fileOf(invoice), invoice.content);
  }

  async send(invoice: OutboundInvoice): Promise<PointAnswer> {
    return (await this.#files.leave(fileOf(invoice)))
      ? answered('handed_over')
      : answered('absent', 'folder');
  }

  async ask(invoice: OutboundInvoice): Promise<PointAnswer> {
    return answered((await this.#files.waits(fileOf(invoice))) ? 'absent' : 'handed_over');
  }
}

/** Name of the file of an invoice; its number may contain characters that no file name has. */
const fileOf = ({ invoiceNo, messageNo }: OutboundInvoice): string =>
  `${invoiceNo.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}_${messageNo}.xml`;

/** Identifiers of the documents that are sent (Peppol BIS Billing 3.0; policy for use of identifiers 4.4). */
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const documentType = (isCredit: boolean): string => {
  const name = isCredit ? 'CreditNote' : 'Invoice';
  return `busdox-docid-qns::${UBL}:${name}-2::${name}##${BILLING}::2.1`;
};
const PROCESS = 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const participant = (address: string): string => `iso6523-actorid-upis::${address}`;

/** How an access point is called. */
export interface WebPointOptions {
  readonly address: string;
  readonly key: string | null;
  /** True if it may be on this machine. */
  readonly loopback: boolean;
  /** Timeout of a whole call in milliseconds. */
  readonly deadline: number;
}

/**
 * An access point at a web address, by the interface of phoss AP (its API specification of 22/07/2026): an invoice is
 * posted to `…/api/outbound/submit/…` with the parties, the kind of document and our number of its envelope in the
 * address, and how far it has come is read at `…/api/outbound/status/` with that number.
 */
export class WebPoint implements AccessPoint {
  readonly #options: WebPointOptions;

  constructor(options: WebPointOptions) {
    this.#options = options;
  }

  async send(invoice: OutboundInvoice, stopped: AbortSignal): Promise<PointAnswer | undefined> {
    const { messageNo, sender, receiver, country, isCredit, content } = invoice;
    const parts = [participant(sender), participant(receiver), documentType(isCredit), PROCESS, country];
    const what = `submit/${parts.map(encodeURIComponent).join('/')}?sbdhInstanceID=${encodeURIComponent(messageNo)}`;
    const called = await this.#call('POST', what, content, stopped);
    return called && ('outcome' in called ? called : sent(called));
  }

  async ask({ messageNo }: OutboundInvoice, stopped: AbortSignal): Promise<PointAnswer | undefined> {
    const what = `status/${encodeURIComponent(messageNo)}?includeArchive=true`;
    const called = await this.#call('GET', what, '', stopped);
    return called && ('outcome' in called ? called : asked(called));
  }

  async #call(
    method: 'GET' | 'POST',
    what: string,
    body: string,
    stopped: AbortSignal,
  ): Promise<OutboundResponse | PointAnswer | undefined> {
    const { address, key, loopback, deadline } = this.#options;
    if (!isCallable(address, loopback)) return answered('refused', 'private_address');
    try {
      return await callOut({
        ...{ loopback, deadline, stopped, method, body, maxAnswer: E_INVOICE.maxAnswer },
        url: new URL(`${address.replace(/\/+$/, '')}/api/outbound/${what}`),
        headers: {
          accept: 'application/json',
          ...(key === null ? {} : { 'x-token': key }),
          ...(method === 'POST' ? { 'content-type': 'application/xml; charset=utf-8' } : {}),
        },
      });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { fault } = error;
      if (fault === 'private_address') return answered('refused', fault);
      return answered(method === 'POST' && NOT_ARRIVED.has(fault) ? 'absent' : 'lost', fault);
    }
  }
}

/** Faults after which nothing can have arrived. */
const NOT_ARRIVED: ReadonlySet<CallFault> = new Set(['unknown_host', 'closed', 'tls']);

/** Statuses that mean the same whatever was called; undefined for another one. */
function refusedBy({ status, text }: OutboundResponse): PointAnswer | undefined {
  if (status >= 300 && status < 400) return answered('refused', 'redirect');
  if (status === 401 || status === 403) return answered('refused', 'sign_in', text);
  return undefined;
}

/** Result of sending an invoice, by the response. */
function sent(response: OutboundResponse): PointAnswer {
  const { status, text } = response;
  const refused = refusedBy(response);
  if (refused) return refused;
  if (status >= 200 && status < 300)
    return answered(fieldsOf(text)?.overallSuccess === true ? 'delivered' : 'handed_over');
  if (status === 404) return answered('refused', 'not_found', text);
  if (status === 400 || status === 413) return answered('refused', 'refused', text);
  // The access point may have it all the same, and try again by itself.
  return answered('lost', status === 422 ? 'refused' : 'status', said(text) ?? String(status));
}

/** Result of asking about an invoice, by the response. */
function asked(response: OutboundResponse): PointAnswer {
  const { status, text } = response;
  const refused = refusedBy(response);
  if (refused) return refused;
  if (status === 404) return answered('absent', 'unknown');
  if (status < 200 || status > 299) return answered('lost', 'status', String(status));
  const fields = fieldsOf(text);
  const found = STATUSES[String(fields?.status)];
  return found ? answered(...found, said(text)) : answered('lost', 'answer', text);
}

/** Statuses of a transmission at the access point. It tries again by itself after `failed`. */
const STATUSES: Readonly<
  Record<string, readonly [outcome: PointAnswer['outcome'], error: EInvoiceError | null]>
> = {
  pending: ['handed_over', null],
  sending: ['handed_over', null],
  failed: ['handed_over', null],
  sent: ['delivered', null],
  rejected: ['refused', 'rejected'],
  permanently_failed: ['refused', 'undelivered'],
};

/** Fields of a response in JSON; undefined for any other text. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Reason in a response: its text of an error if it has one, else the whole response. */
function said(text: string): string | null {
  const fields = fieldsOf(text);
  if (!fields) return text || null;
  const details = fields.errorDetails ?? fields.error;
  return typeof details === 'string' ? details : fields.status === undefined ? text : null;
}
