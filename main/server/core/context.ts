import type { LogAction, LogModule, LogObject } from '@contract/access/operateLog';
import type { FileType, Handlers, ServerTypes } from '@contract/endpoint';
import type { Problem } from '@contract/errors';
import type { Api } from '@contract/index';
import type { Language } from '@contract/limits';
import type { MessageCode } from '@contract/words';
import type { PartnerCall } from '../areas/partners/partnerCall';
import type { Reader, Store, Writer } from '../store/open';

/** The person who calls. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly realName: string;
  readonly superAdmin: boolean;
  /** Warehouses whose goods the caller sees; empty for all, and for super administrators. */
  readonly warehouseIds: readonly number[];
  /** Ids of the enabled nodes of the permission tree. */
  readonly permissions: ReadonlySet<string>;
  readonly tokenHash: string;
  /** True while the password is a one-time one. */
  readonly mustChangePassword: boolean;
}

/** Owner in whose log a line also appears: a customer or a company. */
export interface LogOwner {
  readonly customerId?: number | null;
  readonly companyId?: number | null;
}

/** A line of the operation log as a handler writes it; actor, time and origin are added. */
export interface LogEntry extends LogOwner {
  readonly module: LogModule;
  readonly action: LogAction;
  readonly objectType: LogObject;
  readonly objectId?: number | string | undefined;
  readonly objectNo?: string | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly result?: 'ok' | 'fail';
}

/** Everything that a handler gets besides its input. */
export interface Context {
  /** Throws in public calls, which have no caller. */
  readonly caller: Caller;
  readonly language: Language;
  /** The instant of the call, `YYYY-MM-DDTHH:mm:ssZ`. */
  readonly now: string;
  /** Reader of the data. In a writing call it sees that call's own writes. */
  readonly read: Reader;
  /** Writer in the transaction of the call. Throws for GET, which never writes, and in public calls. */
  readonly write: Writer;
  readonly store: Store;
  /** Aborted when the uploader disconnects: a long write then throws, so that nothing of it stays. */
  readonly signal?: AbortSignal | undefined;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Returns a message of the contract in the caller's language. */
  say(code: MessageCode, params?: Problem['params']): string;
  /** Describes a problem in the caller's language, with the field labels of the call's form. */
  explain(found: Problem): string;
  /** Adds to the operation log, in the transaction of the call. */
  log(entry: LogEntry): Promise<void>;
  /** Record of a call by a partner's system, which may have no caller. */
  readonly partner?: PartnerCall | undefined;
  /** Marks a writing call as unchanged, so that it needs no log line. */
  unchanged(): void;
  /** Result of the step before the transaction; see {@link prepared}. */
  readonly prepared?: unknown;
}

/**
 * A writing call in two steps: slow work, for example the hash of a password, is done before the transaction, because
 * all other writes wait for that. The first step has no `write` of its own.
 */
export const prepared = <I, P, O>(
  prepare: (context: Context, input: NoInfer<I>) => Promise<P>,
  write: (context: Context, input: I, made: P) => Promise<O>,
): ((context: Context, input: I) => Promise<O>) =>
  Object.assign((context: Context, input: I) => write(context, input, context.prepared as P), { prepare });

/** A file as a handler receives it: in a temporary place, already checked against the endpoint's rule. */
export interface UploadedFile {
  readonly name: string;
  readonly type: FileType;
  readonly size: number;
  /** SHA-256 of the contents, hex. */
  readonly hash: string;
  /** Path of the file until the call ends. */
  readonly path: string;
}

/** A file as a handler returns it. */
export interface Download {
  readonly name: string;
  readonly mime: string;
  readonly size?: number;
  readonly stream: AsyncIterable<Uint8Array>;
}

interface Server extends ServerTypes {
  context: Context;
  upload: UploadedFile;
  download: Download;
}
/** The handlers of one group of the contract. */
export type GroupHandlers<G extends keyof Api> = Handlers<Api[G], Server>;
