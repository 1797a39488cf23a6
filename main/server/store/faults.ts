import { caughtFacts } from '@contract/failure';
import { isDiskFull } from './failures';
import { FolderInUse } from './hold';
import { NewerDatabase, UnfinishedDatabase } from './migrate';

/** Reasons why the embedded API does not start: message codes of the contract. */
export type StartFaultCode =
  | 'BACKEND_FAILED'
  | 'BACKEND_CRASHING'
  | 'DATABASE_NEWER'
  | 'DATABASE_OLDER'
  | 'DATABASE_TOO_OLD'
  | 'DATABASE_DAMAGED'
  | 'DATABASE_FOREIGN'
  | 'DATABASE_IN_USE'
  | 'DATABASE_LOCKED'
  | 'DATA_MISSING'
  | 'DATA_NO_PLACE'
  | 'DATA_NOT_WRITABLE'
  | 'DATA_UNFINISHED'
  | 'DATA_DISK_FULL'
  | 'DATA_DISK_FAILED'
  | 'PORT_IN_USE'
  | 'PORT_DENIED'
  | 'HOST_UNKNOWN'
  | 'DEMO_BEYOND_LOOPBACK';

/** A failed start, with its cause; `detail` is the place, version or port that it is about. */
export class StartFault extends Error {
  readonly code: StartFaultCode;
  readonly detail: string;
  constructor(code: StartFaultCode, detail: string, cause?: unknown) {
    super(`${code}: ${detail}`, { cause });
    this.code = code;
    this.detail = detail;
  }
}

/** SQLite's primary result codes that identify a cause. */
const SQLITE: Readonly<Record<number, StartFaultCode>> = {
  5: 'DATABASE_LOCKED',
  6: 'DATABASE_LOCKED',
  8: 'DATA_NOT_WRITABLE',
  10: 'DATA_DISK_FAILED',
  11: 'DATABASE_DAMAGED',
  13: 'DATA_DISK_FULL',
  14: 'DATA_NOT_WRITABLE',
  26: 'DATABASE_DAMAGED',
};
const SYSTEM: Readonly<Record<string, StartFaultCode>> = {
  ...{ EACCES: 'DATA_NOT_WRITABLE', EPERM: 'DATA_NOT_WRITABLE', EROFS: 'DATA_NOT_WRITABLE' },
  ...{ ENOSPC: 'DATA_DISK_FULL', EDQUOT: 'DATA_DISK_FULL', EIO: 'DATA_DISK_FAILED' },
  ...{ ENOENT: 'DATA_NO_PLACE', ENOTDIR: 'DATA_NO_PLACE', EEXIST: 'DATA_NO_PLACE', ENXIO: 'DATA_NO_PLACE' },
};

/** True for an SQLite failure which means that the file is not an intact database. */
export const isDamage = (error: unknown): boolean =>
  [11, 26].includes((caughtFacts(error).errcode ?? 0) & 0xff);

/** Cause of a failure to open or write the data in a folder; an unknown error is returned unchanged. */
export function dataFault(error: unknown, folder: string): unknown {
  if (error instanceof StartFault) return error;
  if (error instanceof FolderInUse) return new StartFault('DATABASE_IN_USE', folder, error);
  if (error instanceof NewerDatabase) return new StartFault('DATABASE_NEWER', error.message, error);
  if (error instanceof UnfinishedDatabase) return new StartFault('DATABASE_TOO_OLD', folder, error);
  const { errcode, code, syscall } = caughtFacts(error);
  const ofSystem = syscall && syscall !== 'connect' && code ? SYSTEM[code] : undefined;
  const found = errcode !== undefined ? SQLITE[errcode & 0xff] : ofSystem;
  if (!found) return error;
  // A full disk also shows as a file that cannot grow.
  if (found === 'DATA_DISK_FAILED' && isDiskFull(error, folder))
    return new StartFault('DATA_DISK_FULL', folder, error);
  return new StartFault(found, folder, error);
}

/** Cause of a port that cannot be opened. */
export function portFault(error: unknown, host: string, port: number): unknown {
  const { code } = caughtFacts(error);
  if (code === 'EADDRINUSE') return new StartFault('PORT_IN_USE', String(port), error);
  if (code === 'EACCES') return new StartFault('PORT_DENIED', String(port), error);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartFault('HOST_UNKNOWN', host, error);
  return error;
}
