const ROLLED_BACK = new Set(['40001', '40P01']);
// PostgreSQL's error codes for a server that shut down, crashed or is starting up, and for a database session or
// transaction that was idle for too long.
const SHUT_DOWN = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '25P04']);
const SOCKET = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT']);
// The messages of the errors that the database driver throws when a connection is lost. These errors have no error
// code.
const LOST = /^Connection terminated|not queryable|timeout exceeded when trying to connect/;

/** The SQLSTATE or system code of an error; '' if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** True for serialization failures (40001) and deadlocks (40P01), after which nothing was committed. */
export function isRolledBack(error: unknown): boolean {
  return ROLLED_BACK.has(errorCode(error));
}

/**
 * True if the database server ended the connection, or the socket broke. Whether the running statement was committed is
 * then unknown.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = errorCode(error);
  if (SHUT_DOWN.has(code) || SOCKET.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && LOST.test(error.message);
}

/** True if a lock was not available within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === '55P03';
}

/** True for a violation of a unique constraint. */
export function isDuplicate(error: unknown): boolean {
  return errorCode(error) === '23505';
}
