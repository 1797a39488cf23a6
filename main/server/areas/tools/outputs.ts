import type { Context, Download } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { downloadStored, nameFile, type PlacedFile, placeFile } from '../../store/storedFiles';

/** A file produced by a conversion, in its place on disk but without a row yet. */
export interface OutputFile {
  /** Name among the files of its kind. */
  readonly output: string;
  /** Number of lines, boxes or documents in the file. */
  readonly rows: number;
  readonly placed: PlacedFile;
}

/** Writes a file of a conversion piece by piece. An error of `file.stream` leaves nothing behind. */
export async function writeMade(
  files: string,
  { output, rows, ...file }: Download & Pick<OutputFile, 'output' | 'rows'>,
): Promise<OutputFile> {
  return { output, rows, placed: await placeFile({ files }, file) };
}

/** Stores files with the job that produced them; they are deleted with it. */
export async function keepOutputs(
  context: Context,
  jobId: number,
  made: readonly OutputFile[],
): Promise<void> {
  for (const { output, rows, placed } of made) {
    await nameFile(context, placed, context.caller.id);
    await context.write
      .insertInto('fileOutput')
      .values({ jobId, name: output, fileId: placed.id, rows })
      .execute();
  }
}

/** The stored files of a job. */
export const outputsOf = (db: Reader, jobId: number) =>
  db
    .selectFrom('fileOutput')
    .innerJoin('storedFile', 'storedFile.id', 'fileOutput.fileId')
    .select(['fileOutput.name as output', 'fileOutput.fileId', 'storedFile.fileName'])
    .where('fileOutput.jobId', '=', jobId)
    .orderBy('fileOutput.name')
    .execute();

/** Returns a file that a job produced, as a download. Throws FILE_NOT_MADE. */
export async function downloadOutput(context: Context, jobId: number, output: string): Promise<Download> {
  const found = (await outputsOf(context.read, jobId)).find((made) => made.output === output);
  if (!found) throw refuse('FILE_NOT_MADE');
  return downloadStored(context, found.fileId);
}
