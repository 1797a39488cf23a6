import type { FilingEvent, FilingObject, FilingState } from '@contract/sea/filing';
import { filedEntry } from '../sea/entryAnswers';
import { filedIsf } from '../sea/isfAnswers';
import type { SeaContext } from '../sea/seaLinks';

/** What a kind of record does with what customs says of it. */
export interface FiledObject {
  /**
   * Takes in an event, in the transaction of the exchange that brought it and in nobody's name; each comes once, in the
   * order in which customs said them. What no longer fits the record, as the answer to a filing that a newer one replaced,
   * is kept and changes nothing. Throws only for what must be tried again.
   */
  answered(context: SeaContext, objectId: number, event: FilingEvent): Promise<void>;
  /** Notes where the last message of a record is on its way. */
  moved?(context: Pick<SeaContext, 'write'>, objectId: number, state: FilingState): Promise<void>;
  /** Path of the screen of one record, before its id. */
  readonly link: string;
}

/** Every kind of record that is filed. */
export const filedObjects: Readonly<Record<FilingObject, FiledObject>> = {
  seaIsf: filedIsf,
  seaEntry: filedEntry,
};
