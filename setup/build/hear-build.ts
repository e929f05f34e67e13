type Log = { code?: string; message: string };

/**
 * Handles the bundler's warnings. Fails the build if a module is imported both dynamically and statically: the bundler
 * then puts it into the chunk of the static import, so the dynamic import saves nothing, and nobody would notice.
 */
export function hearBuild<Level, Logged extends Log>(
  level: Level,
  log: Logged,
  handle: (level: Level, log: Logged) => void,
): void {
  if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
  handle(level, log);
}
