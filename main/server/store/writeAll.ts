import type { FileHandle } from 'node:fs/promises';

/** Writes a whole piece: a nearly full disk may write only a part of it without an error. */
export async function writeAll(file: FileHandle, piece: Buffer, at: number | null = null): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(
      piece,
      done,
      piece.length - done,
      at === null ? null : at + done,
    );
    done += bytesWritten;
  }
}
