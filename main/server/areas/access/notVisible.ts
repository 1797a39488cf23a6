import { problem } from '@contract/errors';
import { Refusal } from '../../core/refusal';

/** Refusal of records outside a caller's view. Any call may return it; its message says only that nothing was found. */
export class NotVisible extends Refusal {
  constructor() {
    super(problem('NOT_FOUND'));
  }
}
