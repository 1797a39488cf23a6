import { createHash } from 'node:crypto';
import { saveFile } from '../../tabular/saveFile';
import type { Context, Download, UploadedFile } from '../context';
import { refuse } from '../refusal';
import type { Reader } from '../store/open';
import { downloadStored, incomingFile, keepMade } from '../store/storedFiles';

/** A file that a conversion made, written but not yet kept. */
export interface Made extends Omit<UploadedFile, 'type'> {
  /** Which of the files of its kind. */
  readonly output: string;
  readonly mime: string;
  /** Lines, boxes or documents in it. */
  readonly rows: number;
}

/** Writes a file piece by piece where files that come in lie. What `pieces` throw leaves nothing behind. */
export async function writeMade(
  folder: string,
  file: Pick<Made, 'output' | 'name' | 'mime' | 'rows'>,
  pieces: AsyncIterable<Uint8Array>,
): Promise<Made> {
  const path = await incomingFile(folder);
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  }
  const size = await saveFile(path, hashed());
  return { ...file, size, hash: hash.digest('hex'), path };
}

/** Keeps files with the job that made them, with which they go. */
export async function keepOutputs(context: Context, jobId: number, files: readonly Made[]): Promise<void> {
  for (const { output, rows, ...file } of files) {
    const fileId = await keepMade(context, file);
    await context.write.insertInto('fileOutput').values({ jobId, name: output, fileId, rows }).execute();
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
