/** Thrown if an argument of a command is wrong, missing or unknown. `message` says which one. Leads to exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Thrown if a command was refused and has changed nothing. `message` tells staff why. Leads to exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}
