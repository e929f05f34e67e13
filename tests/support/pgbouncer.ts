import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../server/db/embedded/port.ts';
import { requireSiteProgram } from '../../setup/programs/site-programs.ts';

/** The user id of a user without rights. PgBouncer runs as this user, because it refuses to run as root. */
const nobody = 65_534;

/** The version of the installed PgBouncer as one number, such as 121 for version 1.21. */
export function pgBouncerVersion(): number {
  const { stdout } = spawnSync(requireSiteProgram('pgbouncer'), ['--version'], { encoding: 'utf8' });
  const [, major = '', minor = ''] = /PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  return Number(major) * 100 + Number(minor);
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL server, with so few server connections that clients
 * must share them. Returns the URL of the database through PgBouncer. PgBouncer is stopped after the test.
 */
export async function startPgBouncer(url: string, settings: Record<string, string | number> = {}): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const [listenPort, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'landfall-pgbouncer-'))];
  await chmod(folder, 0o755);
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: listenPort,
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: 4,
    unix_socket_dir: '',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const path = join(folder, 'pgbouncer.ini');
  await writeFile(path, `[databases]\nlandfall = ${target}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const child = spawn(requireSiteProgram('pgbouncer'), [path], { stdio: ['ignore', 'ignore', 'pipe'], ...account });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });
  await expect
    .poll(
      () => {
        if (child.exitCode !== null) throw new Error(`PgBouncer does not start: ${printed}`);
        return isOpen(listenPort);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return `postgres://landfall@127.0.0.1:${listenPort}/landfall`;
}
