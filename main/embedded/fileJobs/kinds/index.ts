import type { FileKind } from '@contract/files/fileKinds';
import type { ImportTemplate } from '@contract/importing/template';
import type { Conversion } from '../convert';
import { declaration } from './declaration';

/** How the files of a kind are converted: `run` brings a job to one of its ends. */
export interface Converter {
  readonly template: ImportTemplate;
  readonly run: (conversion: Conversion) => Promise<void>;
}

/** Every kind of file. */
export const converters: Readonly<Record<FileKind, Converter>> = {
  declaration,
} as unknown as Readonly<Record<FileKind, Converter>>;
