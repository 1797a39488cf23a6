import type { Boot } from '@contract/desktop';
import type { Log } from './log';
import type { Memory } from './memory';
import type { StartGuard } from './startGuard';

/** What was settled before the app was ready. */
export interface Begun {
  readonly memory: Memory;
  readonly log: Log;
  readonly guard: StartGuard;
  /** How the window is drawn. */
  readonly graphics: Boot['graphics'];
  /** The start was told to begin with empty data. */
  readonly beginsEmpty: boolean;
}
