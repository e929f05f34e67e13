import { SetupError } from '../stage.mjs';
import { findProgram, installFromDebian, mayInstall } from './debian.ts';

const variables = { nginx: 'NGINX_PATH', pgbouncer: 'PGBOUNCER_PATH' } as const;
/** A Debian program, from the package of the same name, that sites with several processes use. */
type Proxy = keyof typeof variables;

/** Path of nginx or PgBouncer, if it is installed. @throws SetupError if its variable names something else */
export const findProxy = (name: Proxy) =>
  findProgram(variables[name], [name], { folders: ['/usr/sbin', '/usr/local/sbin'] });

/** Path of nginx or PgBouncer. @throws SetupError that says how to get it */
export function requireProxy(name: Proxy): string {
  const found = findProxy(name);
  if (found) return found;
  throw new SetupError(
    `${name} is missing: run npm run soak as root on Debian, install it, or set ${variables[name]} to the program`,
  );
}

/** As root on Debian, installs nginx and PgBouncer if they are missing. @throws SetupError if one is missing then */
export async function prepareProxies(): Promise<void> {
  const names = Object.keys(variables) as Proxy[];
  const missing = names.filter((name) => !findProxy(name));
  if (missing.length > 0 && mayInstall()) await installFromDebian(...missing);
  for (const name of names) requireProxy(name);
}
