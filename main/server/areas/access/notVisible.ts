import { problem } from '@contract/errors';
import { Refusal } from '../../core/refusal';

/** The refusal of what lies beyond a caller's view: any call may answer it, and it says no more than that there is nothing. */
export class NotVisible extends Refusal {
  constructor() {
    super(problem('NOT_FOUND'));
  }
}
