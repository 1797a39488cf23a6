import { type FileKind, isToolKind } from '@contract/files/fileKindNames';

/** A file that waits for its conversion or is being converted. */
export interface QueuedFile {
  readonly id: number;
  readonly kind: FileKind;
  readonly billId: number | null;
  readonly createdBy: number | null;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since which it has been waiting. */
  readonly waited: number;
  /** Starts so far that the end of the process interrupted. */
  readonly attempts: number;
}

/** Bytes from which a file is large: a declaration of about 4,000 rows. */
export const LARGE = 500_000;
/** Milliseconds after which a file goes before all that came later, whatever its size and its sender. */
export const AGED = 60_000;
/** Starts after which a file is converted alone: what ended the process may have been another file beside it. */
const ALONE = 2;

/**
 * True if a file is only converted once an earlier one has ended: files of a bill replace and add to each other, and a
 * person's file of many records may name what their earlier files create. Files of tools only read the data. Files of
 * different people have no agreed order.
 */
function mustFollow(file: QueuedFile, earlier: QueuedFile): boolean {
  if (file.billId !== null && file.billId === earlier.billId) return true;
  if (file.createdBy !== earlier.createdBy) return false;
  if (isToolKind(file.kind) || isToolKind(earlier.kind)) return file.kind === earlier.kind;
  return file.billId === null || earlier.billId === null;
}

/**
 * Chooses the next file to convert; undefined if none may start now. `waiting` is in order of request. People with
 * fewer running files come first, and short files before long ones, until one has waited too long. Large files never
 * take the last place.
 */
export function nextFile(
  waiting: readonly QueuedFile[],
  running: readonly QueuedFile[],
  places: number,
): QueuedFile | undefined {
  const isAlone = (file: QueuedFile) => file.attempts >= ALONE;
  if (running.length >= places || running.some(isAlone)) return undefined;
  const large = running.filter(({ size }) => size >= LARGE).length;
  const runningOf = (file: QueuedFile) =>
    running.filter(({ createdBy }) => createdBy === file.createdBy).length;
  const ready = waiting.filter(
    (file, at) =>
      (file.size < LARGE || large < places - 1) &&
      (!isAlone(file) || running.length === 0) &&
      ![...running, ...waiting.slice(0, at)].some((earlier) => mustFollow(file, earlier)),
  );
  const isAged = ({ waited }: QueuedFile) => waited >= AGED;
  const before = (one: QueuedFile, other: QueuedFile) =>
    Number(isAged(other)) - Number(isAged(one)) ||
    (isAged(one) ? 0 : runningOf(one) - runningOf(other) || one.size - other.size);
  // Stable: equal files keep the order of request.
  return ready.toSorted(before)[0];
}
