import type { FilingEvent, FilingObject, FilingState } from '@contract/sea/filing';
import { filedEntry } from '../sea/entryAnswers';
import { filedIsf } from '../sea/isfAnswers';
import type { SeaContext } from '../sea/seaLinks';

/** Handling of customs responses for a kind of record. */
export interface FiledObject {
  /**
   * Applies an event, in the transaction of the exchange that brought it and without a user; each comes once, in the
   * order of customs. An event that no longer fits the record, for example the response to a filing that a newer one
   * replaced, is stored and changes nothing. Throws only for errors worth another attempt.
   */
  applyEvent(context: SeaContext, objectId: number, event: FilingEvent): Promise<void>;
  /** Stores the progress of a record's last message. */
  storeProgress?(context: Pick<SeaContext, 'write'>, objectId: number, state: FilingState): Promise<void>;
  /** Path of the screen of one record, before its id. */
  readonly link: string;
}

/** Every kind of record that is filed. */
export const filedObjects: Readonly<Record<FilingObject, FiledObject>> = {
  seaIsf: filedIsf,
  seaEntry: filedEntry,
};
