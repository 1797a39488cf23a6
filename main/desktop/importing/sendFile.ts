import { rm } from 'node:fs/promises';
import path from 'node:path';
import { asRecord } from '@contract/access/changes';
import type { ImportSent } from '@contract/desktop';
import { fileUploaded } from '@contract/files/fileJobRow';
import * as z from 'zod';
import { endingOf } from '../../tabular/tableType';
import { checkCall } from '../../transport/checkCall';
import type { DesktopServices } from '../desk';
import { dataOf, loosely } from '../foreign';
import { headerOf, type Running } from './running';

/** Most values of an answer that are shown. */
const MOST_FACTS = 12;

/**
 * Reads the answer to a file that was sent. A server of another make may answer without a job: then its own words and
 * numbers are all that is known.
 */
export function sentOf(data: unknown): ImportSent {
  const read = fileUploaded.safeParse(data);
  if (read.success) return { ...read.data, facts: {} };
  const facts = Object.entries(asRecord(data)).filter((one): one is [string, string | number | boolean] =>
    ['string', 'number', 'boolean'].includes(typeof one[1]),
  );
  return { job: null, sentBefore: null, facts: Object.fromEntries(facts.slice(0, MOST_FACTS)) };
}

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const;
/** What an upload may say of a file's columns and sheet; a file beyond it is sent as what was read from it. */
const MOST = { columns: 200, sheetName: 31 };

/**
 * How the API is to read the file as it lies on the disk; undefined when that cannot be said, as of several sheets: what
 * was read from them is sent.
 */
function readingOf(found: Running): Record<string, unknown> | undefined {
  const { encoding, separator, sheet, parts } = found.opened;
  const [part, more] = parts;
  const mapping = found.mappings[0] ?? [];
  if (!part || more || part.key !== '') return undefined;
  if (mapping.length > MOST.columns || (sheet?.length ?? 0) > MOST.sheetName) return undefined;
  return {
    mapping: mapping.map((key) => key ?? ''),
    header: headerOf(found, part),
    ...orderOf(found),
    ...decimalOf(found),
    ...(encoding ? { encoding } : {}),
    ...(separator ? { separator: SEPARATORS[separator] } : {}),
    ...(sheet ? { sheet } : {}),
    ...(found.options.hidden ? { hidden: found.options.hidden } : {}),
  };
}

/** The order of dates that one word says; none where columns have orders of their own, and where it is open. */
function orderOf({ options, judged: { dates } }: Running): { order?: 'DMY' | 'MDY' | 'YMD' } {
  const order = options.dateOrder ?? (dates?.differs ? undefined : dates?.order);
  return order && order !== 'open' ? { order } : {};
}
const decimalOf = ({ options, judged }: Running): { decimal?: 'point' | 'comma' | 'open' } => {
  const decimal = options.decimal ?? judged.decimals?.sign;
  return decimal ? { decimal } : {};
};

/** The file that an import writes when what it was corrected to is sent. */
export const scratchOf = ({ scratch }: Pick<DesktopServices, 'scratch'>, id: string): string =>
  path.join(scratch, `${id}.csv`);

/** Sends the file as it was chosen with how it is to be read, or what it was corrected to, rows numbered alike. */
export async function sendFile(
  desk: DesktopServices,
  found: Running,
  { call, input, key }: { readonly call: string; readonly input?: unknown; readonly key?: string },
): Promise<unknown> {
  const { file } = found;
  const written = scratchOf(desk, found.id);
  const reading = found.edited ? undefined : readingOf(found);
  if (!reading) await found.client.ask('writeCsv', { path: written });
  const given = z.looseObject({ query: z.record(z.string(), z.unknown()).default({}) }).parse(input);
  // Its ending says to the API what it is.
  const ending = reading ? endingOf(found.opened.type) : 'csv';
  const name = `${path.parse(file.name).name}.${ending}`;
  // Cells that were read have decimal points and years in front only, except for wrong ones.
  const query = {
    ...given.query,
    ...(reading ?? { decimal: 'open', order: 'open' }),
    fileName: name,
    fileHash: found.opened.hash,
  };
  const checked = await checkCall(call, { ...given, query, file: found.id }, ['upload'], desk.language());
  const sent = reading ? { ...file, name } : { path: written, name };
  try {
    return dataOf(
      await desk.calls.transfer(found.id, 'bytes', (signal, onProgress) =>
        desk.transport.json(loosely({ ...checked, key, signal, onProgress, file: sent })),
      ),
    );
  } finally {
    await rm(written, { force: true });
  }
}
