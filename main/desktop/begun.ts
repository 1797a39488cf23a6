import type { Failed } from './earlySettings';
import type { Log } from './log';
import type { Memory } from './memory';
import type { StartGuard } from './startGuard';

/** What a start has taken up. */
export interface StartupContext {
  readonly memory: Memory;
  readonly log: Log;
  readonly guard: StartGuard;
  readonly failed: Failed;
  /** The start was told to begin with empty data. */
  readonly beginsEmpty: boolean;
}
