import type { CommandLine } from './commandLine';
import type { EarlySettings } from './earlySettings';
import { Log } from './log';
import { readManaged } from './managed';
import { Memory } from './memory';
import { setUp } from './setUp';
import { StartGuard } from './startGuard';
import type { StartupContext } from './startupContext';

/** Inputs of a start. */
export interface StartupOptions {
  readonly commandLine: CommandLine;
  /** Path of the administrator's file, which may not exist. */
  readonly managedFile: string;
  readonly userData: string;
  readonly logs: string;
  readonly version: string;
  /** True if the start guard has already counted this start. */
  readonly noted: boolean;
}

/** Reason for exiting before a window opens: set up as requested, or a value that cannot be applied. */
export interface EarlyExit {
  readonly code: number;
  readonly text: string;
}

/** Loads the stored state, applies the command line, and logs the start. */
export function initialise({
  commandLine,
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

  const memory = new Memory(userData, report, { managed, safeStart: commandLine.safeStart });
  const wrong = setUp(memory, commandLine);
  if (wrong || commandLine.quit) return { code: wrong ? 2 : 0, text: `${wrong ?? 'set up'}\n` };
  log.level = memory.settings.logLevel;
  log.note('info', 'main', 'start', {
    ...{ version, electron: process.versions.electron ?? '', platform: process.platform },
    ...{ managed: managed.place !== null, mistakes: managed.problems.length, safe: commandLine.safeStart },
  });
  const guard = new StartGuard(userData, report);
  const failed = noted ? null : guard.countStart();
  const beginsEmpty =
    commandLine.server !== undefined && 'seed' in commandLine.server && commandLine.server.seed === 'empty';
  return { memory, log, guard, failed, beginsEmpty };
}

/** Derives the early settings from the full state. */
export function earlySettingsOf({ memory, failed }: StartupContext): EarlySettings {
  const { language, theme, gpu } = memory.settings;
  // `embedded` is null: the rest is started once everything is loaded.
  return { language, theme, gpu, window: memory.get('window'), failed, embedded: null };
}
