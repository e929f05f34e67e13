import { userInfo } from 'node:os';

/** Whom the audit names: LANDFALL_ACTOR, else the user of the operating system. */
export function readActor(variables: Readonly<Record<string, string | undefined>>): string {
  const named = variables.LANDFALL_ACTOR?.trim();
  if (named) return named.slice(0, 200);
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
