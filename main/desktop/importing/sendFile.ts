import { rm } from 'node:fs/promises';
import path from 'node:path';
import { asRecord } from '@contract/access/changes';
import type { ImportSent } from '@contract/desktop/importing';
import { fileUploaded } from '@contract/files/fileJobRow';
import * as z from 'zod';
import { endingOf } from '../../tabular/tableType';
import { dataOf } from '../../transport/answer';
import { checkCall } from '../../transport/checkCall';
import type { DesktopServices } from '../desk';
import { loosely } from '../foreign';
import { headerOf, type Running } from './running';

/** Maximum values of a response that are shown. */
const MOST_FACTS = 12;

/**
 * Reads the response to an uploaded file. A third-party server may return no job: then only the texts and numbers of
 * its response are known.
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
/** Limits of the upload's options; a file beyond them is sent as the rows that were read from it. */
const MOST = { columns: 200, sheetName: 31 };

/**
 * Options for the API to read the original file. Undefined if they cannot express it, for example for several sheets:
 * then the rows that were read are sent.
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

/** The date order of the whole file; empty if columns differ or it is open. */
function orderOf({ options, judged: { dates } }: Running): { order?: 'DMY' | 'MDY' | 'YMD' } {
  const order = options.dateOrder ?? (dates?.differs ? undefined : dates?.order);
  return order && order !== 'open' ? { order } : {};
}
const decimalOf = ({ options, judged }: Running): { decimal?: 'point' | 'comma' | 'open' } => {
  const decimal = options.decimal ?? judged.decimals?.sign;
  return decimal ? { decimal } : {};
};

/** Path of the file for the corrected rows of an import. */
export const scratchOf = ({ scratch }: Pick<DesktopServices, 'scratch'>, id: string): string =>
  path.join(scratch, `${id}.csv`);

/** Sends the original file with its reading options, or the corrected rows, with the same row numbers. */
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
  // The API takes the type of a file from its extension.
  const ending = reading ? endingOf(found.opened.type) : 'csv';
  const name = `${path.parse(file.name).name}.${ending}`;
  // Cells that were read have decimal points and dates with the year first, unless they are wrong.
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
