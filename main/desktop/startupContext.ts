import type { GraphicsFailure } from './earlySettings';
import type { Log } from './log';
import type { Memory } from './memory';
import type { StartGuard } from './startGuard';

/** Services that a start has loaded. */
export interface StartupContext {
  readonly memory: Memory;
  readonly log: Log;
  readonly guard: StartGuard;
  readonly failed: GraphicsFailure;
  /** True if the command line asked for empty data. */
  readonly beginsEmpty: boolean;
}
