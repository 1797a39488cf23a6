import type { StartupContext } from './begun';
import type { CommandLine } from './commandLine';
import type { EarlySettings } from './earlySettings';
import { Log } from './log';
import { readManaged } from './managed';
import { Memory } from './memory';
import { setUp } from './setUp';
import { StartGuard } from './startGuard';

/** What a start begins on. */
export interface StartupOptions {
  readonly told: CommandLine;
  /** Where the administrator's file lies, if there is one. */
  readonly managedFile: string;
  readonly userData: string;
  readonly logs: string;
  readonly version: string;
  /** The guard of starts has it already. */
  readonly noted: boolean;
}

/** Why a start ends before it opened a window: set up as it was told, or something it was told cannot be. */
export interface EarlyExit {
  readonly code: number;
  readonly text: string;
}

/** Takes up what is kept, does what the command line says, and notes that the app has started. */
export function begin({
  told,
  managedFile,
  userData,
  logs,
  version,
  noted,
}: StartupOptions): StartupContext | EarlyExit {
  const managed = readManaged(managedFile);
  const log = new Log(logs, 'info');
  const report = (message: string, error?: unknown) => log.fail('main', message, error);
  process.on('uncaughtException', (error) => report('uncaught', error));
  process.on('unhandledRejection', (error) => report('unhandled', error));

  const memory = new Memory(userData, report, { managed, safeStart: told.safeStart });
  const wrong = setUp(memory, told);
  if (wrong || told.quit) return { code: wrong ? 2 : 0, text: `${wrong ?? 'set up'}\n` };
  log.level = memory.settings.logLevel;
  log.note('info', 'main', 'start', {
    ...{ version, electron: process.versions.electron ?? '', platform: process.platform },
    ...{ managed: managed.place !== null, mistakes: managed.problems.length, safe: told.safeStart },
  });
  const guard = new StartGuard(userData, report);
  const failed = noted ? null : guard.begin();
  const beginsEmpty = told.server !== undefined && 'seed' in told.server && told.server.seed === 'empty';
  return { memory, log, guard, failed, beginsEmpty };
}

/** What all that was read says of the window. */
export function earlySettingsOf({ memory, failed }: StartupContext): EarlySettings {
  const { language, theme, gpu } = memory.settings;
  // What else there is to start is started once all of it is loaded.
  return { language, theme, gpu, window: memory.get('window'), failed, embedded: null };
}
