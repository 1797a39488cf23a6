import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Boot, Settings } from '@contract/desktop/boot';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@contract/limits';
import type { WindowPlace } from './memory';

/** Reason from earlier starts for drawing without the graphics processor; null if there is none. */
export type GraphicsFailure = 'gpuFailed' | 'notPainted' | null;

/** Values needed before the first frame of the window: how it is drawn, and what it will request. */
export interface EarlySettings extends Pick<Settings, 'language' | 'theme' | 'gpu'> {
  readonly window: WindowPlace;
  readonly failed: GraphicsFailure;
  /** The embedded data to start with at once; null if there is none or it is yet to be created. */
  readonly embedded: { readonly seed: 'demo' | 'empty'; readonly data: string } | null;
}

/**
 * Number of GPU process crashes in one start, or of starts without a paint, after which the fault counts as permanent.
 */
export const REPEATED = 2;

/** Derives the reason from the stored counters. */
export const failedOf = ({
  software,
  unpainted,
}: {
  software: GraphicsFailure | undefined;
  unpainted: number;
}): GraphicsFailure => software ?? (unpainted >= REPEATED ? 'notPainted' : null);

/** Size of a window that was never placed. */
export const USUAL_PLACE: WindowPlace = { width: 1440, height: 900, maximized: false };

type Raw = Readonly<Record<string, unknown>>;

/**
 * Reads a few stored values before the full reader is loaded, which takes longer than opening a window. Invalid values
 * fall back to the defaults: the full reading follows and reports them.
 */
export function readEarlySettings(folder: string): EarlySettings {
  const kept = rawOf(path.join(folder, 'settings.json'));
  const starts = rawOf(path.join(folder, 'starts.json'));
  const settings = partOf(kept, 'settings');
  const { environment, seed, data = 'data', toBegin } = kept;
  const isReady = environment === 'embedded' && toBegin !== true && (seed === 'demo' || seed === 'empty');
  return {
    language: one(settings.language, LANGUAGES) ?? DEFAULT_LANGUAGE,
    theme: one(settings.theme, ['system', 'light', 'dark']) ?? 'system',
    gpu: one(settings.gpu, ['auto', 'on', 'off']) ?? 'auto',
    window: placeOf(partOf(kept, 'window')),
    failed: failedOf({
      software: one(starts.software, ['gpuFailed', 'notPainted']),
      unpainted: Number(starts.unpainted),
    }),
    embedded: isReady && typeof data === 'string' && /^data(-\w+)?$/.test(data) ? { seed, data } : null,
  };
}

/**
 * Counts a start as the start guard would, so that one that hangs while loading counts too. Returns false if the file
 * could not be written; counting is then left to the guard.
 */
export function recordLaunch(folder: string, { failed }: Pick<EarlySettings, 'failed'>): boolean {
  const file = path.join(folder, 'starts.json');
  try {
    mkdirSync(folder, { recursive: true });
    const kept = existsSync(file) ? objectOf(JSON.parse(readFileSync(file, 'utf8'))) : {};
    const unpainted = (Number(kept.unpainted) || 0) + 1;
    const next = `${file}.next`;
    writeFileSync(next, JSON.stringify({ ...kept, unpainted, software: failed }), { mode: 0o600 });
    renameSync(next, file);
    return true;
  } catch {
    return false;
  }
}

/** Returns the reason to draw without the graphics processor; null to use it. */
export function softwareRenderingReason(
  safeStart: boolean,
  { gpu, failed }: Pick<EarlySettings, 'gpu' | 'failed'>,
): Boot['graphics']['why'] {
  if (safeStart) return 'safeStart';
  if (gpu === 'off') return 'setting';
  return gpu === 'auto' ? failed : null;
}

function rawOf(file: string): Raw {
  try {
    return objectOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

const isRaw = (raw: unknown): raw is Raw => typeof raw === 'object' && raw !== null && !Array.isArray(raw);
const objectOf = (raw: unknown): Raw => (isRaw(raw) ? raw : {});
const partOf = (raw: Raw, name: string): Raw => objectOf(raw[name]);
const one = <const V extends string>(value: unknown, of: readonly V[]): V | undefined =>
  of.find((known) => known === value);

function placeOf({ x, y, width, height, maximized }: Raw): WindowPlace {
  if (typeof width !== 'number' || typeof height !== 'number') return USUAL_PLACE;
  const corner = typeof x === 'number' && typeof y === 'number' ? { x, y } : {};
  return { width, height, maximized: maximized === true, ...corner };
}
