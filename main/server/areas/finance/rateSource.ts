import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { type RateFeed, type RateFeedError, rateFile } from '@contract/finance/rateFeed';
import { CallFailed, callOut, isCallable } from '../../core/callOut';
import { Refusal } from '../../core/refusal';
import { type FileRate, readRateFile } from './rateFile';

/** How files of exchange rates are reached. */
export interface RateSourceOptions {
  /** True if the address may be on this machine, as in tests. */
  readonly loopback?: boolean | undefined;
  /** Milliseconds for a whole call. */
  readonly deadline?: number | undefined;
  /** Folder into which the files are put. */
  readonly folder?: string | undefined;
}

/** Files of rates that a source had, and why one could not be read. */
export interface SourceReading {
  /** The rates of each file, oldest file first. */
  readonly files: readonly (readonly FileRate[])[];
  readonly error: RateFeedError | null;
  readonly detail: string | null;
  /** Called once the rates are stored. */
  readonly done: () => Promise<void>;
}

const DEADLINE = 30_000;
const nothingToDo = async () => undefined;
const failed = (error: RateFeedError, detail: string | null = null): SourceReading => ({
  ...{ files: [], error, detail, done: nothingToDo },
});
/** The place and value of a file that is refused, or its kind of problem. */
const detailOf = ({ problem: { code, params } }: Refusal): string =>
  (params?.place === undefined ? code : `${params.place}: ${params.value}`).slice(0, 200);

/** Reads the source of a setting; undefined if `stopped` aborted it. `today` is the last day that has rates. */
export async function readSource(
  { source, address }: Pick<RateFeed, 'source' | 'address'>,
  { folder, loopback = false, deadline = DEADLINE }: RateSourceOptions,
  today: string,
  stopped: AbortSignal,
): Promise<SourceReading | undefined> {
  if (source === 'folder') return folder ? readFolder(folder, today) : failed('folder');
  if (address === null || !isCallable(address, loopback)) return failed('private_address');
  try {
    const answer = await callOut({
      ...{ url: new URL(address), method: 'GET', body: '', headers: { accept: 'application/xml' } },
      ...{ maxAnswer: rateFile.max, loopback, deadline, stopped },
    });
    if (!answer) return undefined;
    if (answer.status !== 200) return failed('status', String(answer.status));
    const rates = await readRateFile(Buffer.from(answer.text), new URL(address).hostname, today);
    return { files: [rates], error: null, detail: null, done: nothingToDo };
  } catch (error) {
    if (error instanceof CallFailed) return failed(error.fault);
    if (error instanceof Refusal) return failed('file', detailOf(error));
    throw error;
  }
}

/** Files are moved to `read` once their rates are stored, and one that is not understood to `refused`. */
async function readFolder(folder: string, today: string): Promise<SourceReading> {
  const files: FileRate[][] = [];
  const read: string[] = [];
  let wrong: string | null = null;
  try {
    for (const name of ['read', 'refused']) await mkdir(path.join(folder, name), { recursive: true });
    const names = (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.xml')).sort();
    for (const name of names) {
      const file = path.join(folder, name);
      try {
        files.push(await readRateFile(await readFile(file), name, today));
        read.push(name);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        wrong = `${name}: ${detailOf(error)}`.slice(0, 200);
        await rename(file, path.join(folder, 'refused', name));
      }
    }
  } catch {
    return failed('folder');
  }
  const done = async () => {
    for (const name of read) await rename(path.join(folder, name), path.join(folder, 'read', name));
  };
  return { files, error: wrong === null ? null : 'file', detail: wrong, done };
}
