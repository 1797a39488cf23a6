/** What went wrong in the database, told by the numbers of SQLite and the codes of PostgreSQL and of the system. */
const codeOf = (error: unknown): { errcode?: number; code?: string; syscall?: string } =>
  typeof error === 'object' && error !== null ? error : {};

/** True where something else still refers to what was to go. */
export const isForeignKeyFailure = (error: unknown): boolean => {
  const { errcode, code } = codeOf(error);
  return errcode === 787 || code === '23503';
};

/** True where there was no room to write. */
export const isDiskFull = (error: unknown): boolean => {
  const { errcode, code } = codeOf(error);
  return errcode === 13 || code === 'ENOSPC' || code === '53100';
};

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
