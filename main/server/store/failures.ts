import { statfsSync } from 'node:fs';
import { caughtFacts } from '@contract/failure';

/** True where something still refers to the row to be deleted. */
export const isForeignKeyFailure = (error: unknown): boolean => {
  const { errcode, code } = caughtFacts(error);
  return errcode === 787 || code === '23503';
};

/** Free bytes below which a file system counts as full for a database. */
const LITTLE = 256 * 1024;
/** SQLite's primary result codes. */
const [READ_ONLY, IO_FAILED, FULL] = [8, 10, 13];

/**
 * True where there was no space to write. `folder` has the data: SQLite reports a log that cannot grow as a disk
 * failure, and only the free space tells the two apart.
 */
export const isDiskFull = (error: unknown, folder?: string): boolean => {
  const { errcode = 0, code = '' } = caughtFacts(error);
  const primary = errcode & 0xff;
  if (primary === FULL || ['ENOSPC', 'EDQUOT', '53100'].includes(code)) return true;
  return primary === IO_FAILED && folder !== undefined && freeBytes(folder) < LITTLE;
};

/**
 * True where the data can be read but not written: the disk or folder is write-protected. PostgreSQL's code is 25006.
 */
export const isReadOnly = (error: unknown): boolean => {
  const { errcode = 0, code = '', syscall } = caughtFacts(error);
  if ((errcode & 0xff) === READ_ONLY || code === '25006') return true;
  return syscall !== undefined && syscall !== 'connect' && ['EROFS', 'EACCES', 'EPERM'].includes(code);
};

/** Creates an error for writing to a write-protected folder, in the form of the system's own errors. */
export const writeProtected = (folder: string): Error =>
  Object.assign(new Error(`EROFS: read-only file system, open '${folder}'`), {
    code: 'EROFS',
    syscall: 'open',
  });

/** Free bytes for this user on the file system of a folder; infinite where unknown. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** True where PostgreSQL ended a transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean => caughtFacts(error).code === '40P01';

/** PostgreSQL's code for a failed connection. */
export const CONNECTION_FAILURE = '08006';

/** True where the database could not be reached, or the connection broke during a statement. */
export const isDatabaseUnreachable = (error: unknown): boolean => {
  const { code = '', syscall } = caughtFacts(error);
  // A missing socket file means that the server is not running.
  if (syscall === 'connect') return true;
  // A pool reports a missing server, and a client a lost connection, only by their message.
  const message =
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying|Client has encountered a connection error)/.test(
      error.message,
    );
  return (
    message ||
    /^(08...|57P0[1-3]|53300|E(CONNREFUSED|CONNRESET|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN))$/.test(
      code,
    )
  );
};
