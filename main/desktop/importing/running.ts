import type { ReadOptions } from '@contract/desktop/importing';
import type { FileKind } from '@contract/files/fileKindNames';
import { ENCODINGS } from '@contract/importing/encodings';
import { isOneOf } from '@contract/names';
import { SEPARATORS } from '../../tabular/csvScanner';
import type { JudgedFormats, MapRequest, OpenedFile, OpenedPart } from '../../tabular/protocol';
import type { TabularClient } from '../../tabular/workerClient';
import type { KnownLayout } from '../fileLayouts';

/** One import under way: its file, its worker, and how the file is read and mapped. */
export interface Running {
  readonly id: string;
  readonly name: FileKind;
  readonly file: { readonly path: string; readonly name: string; readonly mark: string };
  readonly client: TabularClient;
  options: ReadOptions;
  opened: OpenedFile;
  /** Date order and decimal sign, judged from the columns selected last. */
  judged: JudgedFormats;
  /** Stored layout of an earlier file with the same headers, if it was applied to this one; else undefined. */
  known: KnownLayout | undefined;
  /** Field of each column, for each sheet. */
  mappings: readonly (readonly (string | null)[])[];
  /** True after a correction: the corrected rows are sent instead of the file on the disk. */
  edited: boolean;
}

/** Opens the file of an import in its worker with these options. */
export const openWith = (
  { client, file: { path: place, name, mark }, name: template }: Pick<Running, 'client' | 'file' | 'name'>,
  { encoding, separator, sheet, hidden, headerRow }: ReadOptions,
): Promise<OpenedFile> =>
  client.ask('open', {
    ...{ path: place, name, mark, template },
    ...(isOneOf(ENCODINGS, encoding) ? { encoding } : {}),
    ...(isOneOf(SEPARATORS, separator) ? { separator } : {}),
    ...(sheet ? { sheet } : {}),
    ...(headerRow ? { header: headerRow } : {}),
    leaveHidden: hidden === 'leave',
  });

/** Reads the file of an import again with these options; drops corrections and the known layout. */
export async function reopen(run: Running, options: ReadOptions): Promise<void> {
  run.options = options;
  run.known = undefined;
  run.opened = await openWith(run, options);
  run.judged = run.opened.judged;
  run.edited = false;
}

/** The header row: the selected one, otherwise the one found. */
export const headerOf = ({ options }: Running, { header }: OpenedPart): number => options.headerRow ?? header;

/** Header row and columns of each part, by the user's mappings. */
export const chosenParts = (
  found: Running,
  mappings: readonly (readonly (string | null)[])[],
): NonNullable<MapRequest['parts']> =>
  found.opened.parts.map((part, at) => ({
    ...(mappings[at] ? { mapping: mappings[at] } : {}),
    header: headerOf(found, part),
  }));
