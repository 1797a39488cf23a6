import type { CustomsAccount, CustomsResult } from '@contract/config/customsAccount';
import type { Notification } from './notification';

/** A declaration on its way to an office. */
export interface Outbound {
  readonly lrn: string;
  readonly content: string;
}

/** Result of handing in a declaration, or of asking for one. */
export interface OfficeAnswer {
  readonly result: CustomsResult;
  /** True if the office has the declaration; undefined if that could not be found out. */
  readonly known?: boolean | undefined;
  readonly notifications: readonly Notification[];
  readonly request: string;
  readonly httpStatus: number | null;
  readonly answer: string | null;
}

/** A document of an office that belongs to no question; `done` puts it away once it is stored. */
export interface OfficeDocument {
  readonly notifications: readonly Notification[];
  readonly done: () => Promise<void>;
}

/** Account with the fields that reaching its office needs. */
export type OfficeAccount = Pick<CustomsAccount, 'transport' | 'simulatorMode' | 'address' | 'folder'>;

/**
 * A customs office, however it is reached. Never throws for failures on the way; undefined when cut short by `stopped`.
 */
export interface CustomsOffice {
  /** Makes everything ready for {@link send} without anything leaving; it can be repeated. */
  prepare?(message: Outbound): Promise<void>;
  /** Hands in a declaration. */
  send(message: Outbound, stopped: AbortSignal): Promise<OfficeAnswer | undefined>;
  /** Asks whether the office has a declaration, and what it says of it. */
  ask(message: Outbound, stopped: AbortSignal): Promise<OfficeAnswer | undefined>;
  /** Fetches what the office has sent of itself. */
  collect?(): Promise<OfficeDocument[]>;
}

/** An answer without a response of the office. */
export const silent = (result: CustomsResult, request: string): OfficeAnswer => ({
  ...{ result, request, notifications: [], httpStatus: null, answer: null },
});
