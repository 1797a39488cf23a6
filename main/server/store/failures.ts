import { statfsSync } from 'node:fs';

/** What went wrong in the database, told by the numbers of SQLite and the codes of PostgreSQL and of the system. */
const codeOf = (error: unknown): { errcode?: number; code?: string; syscall?: string } =>
  typeof error === 'object' && error !== null ? error : {};

/** True where something else still refers to what was to go. */
export const isForeignKeyFailure = (error: unknown): boolean => {
  const { errcode, code } = codeOf(error);
  return errcode === 787 || code === '23503';
};

/** Free bytes below which a file system is full for a database. */
const LITTLE = 256 * 1024;
/** SQLite's primary result codes. */
const [READ_ONLY, IO_FAILED, FULL] = [8, 10, 13];

/**
 * True where there was no room to write. `folder` is where the data lies: SQLite calls a log that cannot grow a failure of
 * the disk, and only the room that is left tells the two apart.
 */
export const isDiskFull = (error: unknown, folder?: string): boolean => {
  const { errcode = 0, code = '' } = codeOf(error);
  const primary = errcode & 0xff;
  if (primary === FULL || ['ENOSPC', 'EDQUOT', '53100'].includes(code)) return true;
  return primary === IO_FAILED && folder !== undefined && freeBytes(folder) < LITTLE;
};

/** True where the data may be read and not written: the disk or folder is write-protected. PostgreSQL says 25006. */
export const isReadOnly = (error: unknown): boolean => {
  const { errcode = 0, code = '', syscall } = codeOf(error);
  if ((errcode & 0xff) === READ_ONLY || code === '25006') return true;
  return syscall !== undefined && syscall !== 'connect' && ['EROFS', 'EACCES', 'EPERM'].includes(code);
};

/** The failure to write to a folder that is write-protected, as the system says it. */
export const writeProtected = (folder: string): Error =>
  Object.assign(new Error(`EROFS: read-only file system, open '${folder}'`), {
    code: 'EROFS',
    syscall: 'open',
  });

/** Free bytes of the file system that a folder lies on, for this user; without end where that is not known. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The code by which PostgreSQL calls a connection that failed. */
export const CONNECTION_FAILURE = '08006';

/** True where the database could not be reached, or the connection to it broke in the midst. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code = '', syscall } = codeOf(error);
  // A socket file that is not there is a server that is not there.
  if (syscall === 'connect') return true;
  // A pool says in words alone that nobody answered, and a client that its connection is gone.
  const said =
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded when trying|Client has encountered a connection error)/.test(
      error.message,
    );
  return (
    said ||
    /^(08...|57P0[1-3]|53300|E(CONNREFUSED|CONNRESET|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN))$/.test(
      code,
    )
  );
};
