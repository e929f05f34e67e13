import { SetupError } from '../stage.mjs';
import { findProgram, installFromDebian, mayInstall } from './debian.ts';

/** The programs that sites run beside the server, and those that check the files in `deploy`. */
const programs = {
  nginx: { variable: 'NGINX_PATH', package: 'nginx' },
  pgbouncer: { variable: 'PGBOUNCER_PATH', package: 'pgbouncer' },
  caddy: { variable: 'CADDY_PATH', package: 'caddy' },
  openssl: { variable: 'OPENSSL_PATH', package: 'openssl' },
  'systemd-analyze': { variable: 'SYSTEMD_ANALYZE_PATH', package: 'systemd' },
} as const;
type SiteProgram = keyof typeof programs;

const folders = ['/usr/sbin', '/usr/local/sbin'];

/** Path of the program, if it is installed. @throws SetupError if its variable names something else */
export const findSiteProgram = (name: SiteProgram, env = process.env) =>
  findProgram(programs[name].variable, [name], { env, folders });

/** Path of the program. @throws SetupError that says how to get it */
export function requireSiteProgram(name: SiteProgram, env = process.env): string {
  const found = findSiteProgram(name, env);
  if (found) return found;
  throw new SetupError(
    `${name} is missing: run npm run soak as root on Debian, install it, or set ${programs[name].variable} to the program`,
  );
}

/** As root on Debian, installs the programs that are missing. @throws SetupError if one is missing then */
export async function prepareSitePrograms(): Promise<void> {
  const names = Object.keys(programs) as SiteProgram[];
  const missing = names.filter((name) => !findSiteProgram(name)).map((name) => programs[name].package);
  if (missing.length > 0 && mayInstall()) await installFromDebian(...missing);
  for (const name of names) requireSiteProgram(name);
}
