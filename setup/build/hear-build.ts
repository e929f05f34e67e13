type Log = { code?: string; message: string };

/**
 * Handles the bundler's warnings. Fails the build if a module that is imported dynamically somewhere is also imported
 * statically: the module's own chunk would then be empty, and nobody would notice.
 */
export function hearBuild<Level, Logged extends Log>(
  level: Level,
  log: Logged,
  handle: (level: Level, log: Logged) => void,
): void {
  if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
  handle(level, log);
}
