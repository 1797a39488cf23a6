import type { Context, Download } from '../../core/context';
import { refuse } from '../../core/refusal';
import type { Reader } from '../../store/open';
import { downloadStored, nameFile, type PlacedFile, placeFile } from '../../store/storedFiles';

/** A file that a conversion made, which lies in its place and is not kept yet. */
export interface Made {
  /** Which of the files of its kind. */
  readonly output: string;
  /** Lines, boxes or documents in it. */
  readonly rows: number;
  readonly placed: PlacedFile;
}

/** Writes a file of a conversion piece by piece. What `file.stream` throws leaves nothing behind. */
export async function writeMade(
  files: string,
  { output, rows, ...file }: Download & Pick<Made, 'output' | 'rows'>,
): Promise<Made> {
  return { output, rows, placed: await placeFile({ files }, file) };
}

/** Keeps files with the job that made them, with which they go. */
export async function keepOutputs(context: Context, jobId: number, made: readonly Made[]): Promise<void> {
  for (const { output, rows, placed } of made) {
    await nameFile(context, placed, context.caller.id);
    await context.write
      .insertInto('fileOutput')
      .values({ jobId, name: output, fileId: placed.id, rows })
      .execute();
  }
}

/** The kept files of a job. */
export const outputsOf = (db: Reader, jobId: number) =>
  db
    .selectFrom('fileOutput')
    .innerJoin('storedFile', 'storedFile.id', 'fileOutput.fileId')
    .select(['fileOutput.name as output', 'fileOutput.fileId', 'storedFile.fileName'])
    .where('fileOutput.jobId', '=', jobId)
    .orderBy('fileOutput.name')
    .execute();

/** A file that a job made, as a download. Throws FILE_NOT_MADE. */
export async function downloadOutput(context: Context, jobId: number, output: string): Promise<Download> {
  const found = (await outputsOf(context.read, jobId)).find((made) => made.output === output);
  if (!found) throw refuse('FILE_NOT_MADE');
  return downloadStored(context, found.fileId);
}
