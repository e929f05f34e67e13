import type { Env } from '../env.ts';

/** The description of each start mode, for the first line that the server prints. */
const descriptions: Record<Env['LANDFALL_ENV'], string> = {
  demo: 'demo: sandbox providers and demo accounts with public passwords. Not for the Internet',
  test: 'test: sandbox providers and demo accounts with public passwords. Not for the Internet',
  production: 'production',
};

/**
 * Describes, in one line, the mode in which the server starts. `warning` is set if the environment looks like
 * production, but the server would run the demo.
 */
export function describeMode(
  { LANDFALL_ENV: mode }: Pick<Env, 'LANDFALL_ENV'>,
  variables: Readonly<Record<string, string | undefined>>,
): { line: string; warning: string | null } {
  const isMisleading = variables.NODE_ENV === 'production' && !variables.LANDFALL_ENV;
  const warning = 'NODE_ENV=production does not make this a production server: set LANDFALL_ENV=production';
  return { line: descriptions[mode], warning: isMisleading ? warning : null };
}
