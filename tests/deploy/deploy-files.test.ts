import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { longestFile } from '../../contract/files.ts';
import { readEnv } from '../../server/env.ts';
import { findSiteProgram, requireSiteProgram } from '../../setup/programs/site-programs.ts';
import { serverCommand } from '../../setup/server-command.mjs';
import { root } from '../repository/source-files.ts';

const run = promisify(execFile);
const readDeploy = (name: string) => readFile(join(root, 'deploy', name), 'utf8');
const setting = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
const backupFolder = '/var/lib/landfall-backups';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-deploy-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Returns the path of a program that checks a file in the folder deploy. Without the program, the test is skipped; in
 * `npm run soak` it fails.
 */
function findOrSkip(name: Parameters<typeof findSiteProgram>[0], skip: (note: string) => never): string {
  if (process.env.SOAK) return requireSiteProgram(name);
  return findSiteProgram(name) ?? skip(`${name} is not installed, so its file in deploy is not checked`);
}

/** Writes a program that prints its arguments, one a line. */
async function writeEcho(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  await chmod(path, 0o755);
}

test('the systemd unit runs the same command as npm start and gives the server enough time to stop its embedded PostgreSQL', async () => {
  const unit = await readDeploy('landfall.service');
  const folder = '/opt/landfall/current';
  expect(setting(unit, 'WorkingDirectory')).toBe(folder);
  expect(setting(unit, 'ExecStart')).toBe(`${folder}/node_modules/node/bin/node ${serverCommand.join(' ')}`);
  expect(setting(unit, 'KillMode')).toBe('mixed');
  const { SHUTDOWN_TIMEOUT } = readEnv({});
  expect(Number(setting(unit, 'TimeoutStopSec'))).toBeGreaterThanOrEqual(SHUTDOWN_TIMEOUT + 60);
});

test('the systemd backup unit and the landfall command have the server unit’s user and environment, and may write to the backup folder', async () => {
  const service = await readDeploy('landfall.service');
  const backup = await readDeploy('landfall-backup.service');
  for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile', 'Environment'])
    expect(setting(backup, name), name).toBe(setting(service, name));
  expect(setting(backup, 'StateDirectory')).toBe('landfall-backups');
  expect(setting(backup, 'StateDirectoryMode')).toBe('0700');
  expect(setting(await readDeploy('landfall-backup.timer'), 'OnCalendar')).toBe('*-*-* 02:30');

  const folder = await createFolder();
  await writeEcho(join(folder, 'systemd-run'));
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, SUDO_USER: 'anna' };
  const words = ['staff', 'invite', 'b@example.com', '--name', 'Bilal Khan'];
  const { stdout } = await run(join(root, 'deploy/landfall'), words, { env, cwd: folder });
  const printed = stdout.trim().split('\n');
  expect(printed.slice(-words.length)).toEqual(words);
  for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile', 'UMask', 'StateDirectoryMode'])
    expect(printed).toContain(`--property=${name}=${setting(service, name)}`);
  expect(printed).toContain('--property=StateDirectory=landfall landfall-backups');
  expect(printed).toContain(`--setenv=${setting(service, 'Environment')}`);
  expect(printed).toContain('--setenv=LANDFALL_ACTOR=anna');
  const [node, script] = printed.slice(-words.length - 2);
  expect(`${node} ${script}`).toBe('/opt/landfall/current/node_modules/node/bin/node server/cli/landfall.ts');
});

test('the landfall command passes on arguments with dollar signs, spaces and line breaks unchanged', async () => {
  const folder = await createFolder();
  const program = join(folder, 'systemd-run');
  await writeFile(program, '#!/bin/sh\nprintf "%s\\0" "$@"\n');
  await chmod(program, 0o755);
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  const words = ['orders', '$HOME', 'costs $5 or $SECRET', '$$', 'end$', '', '  two\n', '*'];
  const { stdout } = await run(join(root, 'deploy/landfall'), words, { env, cwd: folder });
  const printed = stdout.split('\0').slice(0, -1);
  // Systemd turns two dollar signs into one. It takes a single dollar sign for the beginning of a variable's name.
  expect(printed.slice(-words.length).map((word) => word.replaceAll('$$', '$'))).toEqual(words);
  expect(printed.join(' ').replaceAll('$$', '')).not.toContain('$');
});

test('the systemd backup unit names a backup by date and time, and deletes backups that are old or were never completed', async () => {
  const folder = await createFolder();
  const backups = join(folder, 'backups');
  await mkdir(backups);
  await writeEcho(join(folder, 'node_modules/node/bin/node'));
  const unit = await readDeploy('landfall-backup.service');
  /** Runs the command of this setting of the systemd unit as systemd would. */
  const runLine = (name: string) => {
    const line = (setting(unit, name) ?? '').replace(/^-/, '').replaceAll('%%', '%').replaceAll(backupFolder, backups);
    return run('/bin/sh', ['-c', line], { cwd: folder });
  };
  const { stdout } = await runLine('ExecStart');
  const [script, command, file, ...rest] = stdout.trim().split('\n');
  expect([script, command, rest]).toEqual(['server/cli/landfall.ts', 'backup', []]);
  expect(file?.replace(backups, '')).toMatch(/^\/\d{4}-\d\d-\d\d-\d{4}\.backup$/);

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const [name, days] of [
    ['old.backup', 16],
    ['new.backup', 13],
    ['old.txt', 16],
  ] as const) {
    await writeFile(join(backups, name), '');
    await utimes(join(backups, name), daysAgo(days), daysAgo(days));
  }
  await runLine('ExecStartPost');
  expect((await readdir(backups)).sort()).toEqual(['new.backup', 'old.txt']);

  await writeFile(join(backups, 'killed.backup.part'), '');
  await utimes(join(backups, 'killed.backup.part'), daysAgo(1), daysAgo(1));
  await writeFile(join(backups, 'running.backup.part'), '');
  await runLine('ExecStartPre');
  expect((await readdir(backups)).sort()).toEqual(['new.backup', 'old.txt', 'running.backup.part']);
});

test('systemd-analyze accepts the units in the deploy folder, and the template unit that a command in docs/operating.md creates', async ({
  skip,
}) => {
  const analyze = findOrSkip('systemd-analyze', skip);
  const folder = await createFolder();
  await writeEcho(join(folder, 'current/node_modules/node/bin/node'));
  const units = (await readdir(join(root, 'deploy'))).filter((name) => /\.(service|timer)$/.test(name));
  for (const name of units)
    await writeFile(join(folder, name), (await readDeploy(name)).replaceAll('/opt/landfall', folder));
  const handbook = await readFile(join(root, 'docs/operating.md'), 'utf8');
  const [, script = ''] =
    /sed '(\S+ \S+|[^']+)' \/opt\/landfall\/current\/deploy\/landfall\.service/.exec(handbook) ?? [];
  const { stdout: template } = await run('sed', [script, join(folder, 'landfall.service')]);
  expect(template).toMatch(/^Environment=PORT=%i$/m);
  await writeFile(join(folder, 'landfall@.service'), template);
  const paths = [...units, 'landfall@3000.service'].map((name) => join(folder, name));
  expect(await run(analyze, ['verify', '--man=no', ...paths])).toEqual({ stdout: '', stderr: '' });
});

test('the nginx and Caddy files in the deploy folder do not pass on an X-Forwarded-For header that a client sent', async () => {
  const nginx = await readDeploy('nginx.conf');
  expect(nginx).toMatch(/X-Forwarded-For \$remote_addr;/);
  expect(nginx).toMatch(/X-Forwarded-Proto \$scheme;/);
  expect(nginx).not.toContain('$proxy_add_x_forwarded_for');
  // Caddy sets these headers itself, and ignores those of the caller, unless its file contains `trusted_proxies` or
  // `header_up`.
  expect(await readDeploy('Caddyfile')).not.toMatch(/^[^#]*(trusted_proxies|header_up)/m);
});

test('the nginx and Caddy files in the deploy folder have the same timeouts, allow the largest upload and use the server’s default port', async () => {
  const [nginx, caddy] = [await readDeploy('nginx.conf'), await readDeploy('Caddyfile')];
  const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
  expect(number(caddy, /dial_timeout (\d+)s/)).toBe(number(nginx, /proxy_connect_timeout (\d+)s;/));
  expect(number(caddy, /response_header_timeout (\d+)s/)).toBe(number(nginx, /proxy_read_timeout (\d+)s;/));
  // A multipart body is some hundred bytes longer than the file in it.
  expect(number(caddy, /max_size (\d+)MB/) * 1e6).toBeGreaterThan(longestFile + 100_000);
  expect(number(nginx, /client_max_body_size (\d+)m;/) * 1024 ** 2).toBeGreaterThan(longestFile + 100_000);
  const { HOST, PORT } = readEnv({});
  expect(caddy).toContain(`reverse_proxy ${HOST}:${PORT} {`);
  expect(nginx).toContain(`server ${HOST}:${PORT} max_fails=0;`);
});

test('nginx accepts the file nginx.conf in the deploy folder', async ({ skip }) => {
  const [nginx, openssl] = [findOrSkip('nginx', skip), findOrSkip('openssl', skip)];
  const folder = await createFolder();
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=academy.example.com'];
  await run(openssl, [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]);
  // Replace the folders to which nginx writes and the ports below 1024, so that the test needs no root rights.
  const site = (await readDeploy('nginx.conf'))
    .replaceAll('/etc/letsencrypt/live/academy.example.com', folder)
    .replace(/listen (\[::\]:)?(80|443)/g, 'listen $118$2');
  await writeFile(join(folder, 'site.conf'), site);
  const main = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const http = `http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`;
  await writeFile(main, `pid ${folder}/nginx.pid; error_log ${folder}/error.log;\nevents {}\n${http}\n`);
  const { stderr } = await run(nginx, ['-t', '-p', folder, '-c', main]);
  expect(stderr).toContain('test is successful');
});

test('Caddy accepts the Caddyfile in the deploy folder', async ({ skip }) => {
  await run(findOrSkip('caddy', skip), [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    join(root, 'deploy/Caddyfile'),
  ]);
});
