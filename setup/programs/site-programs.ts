import { SetupError } from '../stage.mjs';
import { findProgram, installFromDebian, mayInstall } from './debian.ts';

/**
 * Programs that a site runs beside the server, and programs that check the example files in `deploy`. `variable`: the
 * environment variable that may name the path of the program. `package`: its Debian package.
 */
const programs = {
  nginx: { variable: 'NGINX_PATH', package: 'nginx' },
  pgbouncer: { variable: 'PGBOUNCER_PATH', package: 'pgbouncer' },
  caddy: { variable: 'CADDY_PATH', package: 'caddy' },
  openssl: { variable: 'OPENSSL_PATH', package: 'openssl' },
  'systemd-analyze': { variable: 'SYSTEMD_ANALYZE_PATH', package: 'systemd' },
} as const;
type SiteProgram = keyof typeof programs;

const folders = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Returns the path of the program; undefined if it is not installed.
 * @throws SetupError if the program's environment variable names something that is not a program
 */
export const findSiteProgram = (name: SiteProgram, env = process.env) =>
  findProgram(programs[name].variable, [name], { env, folders });

/** Returns the path of the program. @throws SetupError that says how to install it if it is missing */
export function requireSiteProgram(name: SiteProgram, env = process.env): string {
  const found = findSiteProgram(name, env);
  if (found) return found;
  throw new SetupError(
    `${name} is missing: run npm run soak as root on Debian, install it, or set ${programs[name].variable} to the program`,
  );
}

/** As root on Debian, installs the programs that are missing. @throws SetupError if one is still missing after that */
export async function prepareSitePrograms(): Promise<void> {
  const names = Object.keys(programs) as SiteProgram[];
  const missing = names.filter((name) => !findSiteProgram(name)).map((name) => programs[name].package);
  if (missing.length > 0 && mayInstall()) await installFromDebian(...missing);
  for (const name of names) requireSiteProgram(name);
}
