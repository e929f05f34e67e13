/** The words make no command: `message` says which one is wrong. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Refused or impossible, nothing was changed: `message` says why, to staff. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
