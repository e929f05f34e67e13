/**
 * What the bundler says while it builds. A module that is meant to be loaded late, but that something loads at once as well,
 * ends the build: its chunk would be empty, and nobody would notice.
 */
export function hearBuild(level, log, handle) {
  if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
  handle(level, log);
}
