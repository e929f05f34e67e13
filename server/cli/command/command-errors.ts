/** An argument is wrong, missing or unknown. `message` says which one. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command was refused and changed nothing. `message` tells staff why. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
