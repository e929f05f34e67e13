import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { serverCommand } from '../../setup/server-command.mjs';
import { root } from '../house/source-files.ts';

const run = promisify(execFile);
const readDeploy = (name: string) => readFile(join(root, 'deploy', name), 'utf8');
const setting = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

test('the systemd unit runs the same command as npm start and lets the server stop its PostgreSQL', async () => {
  const unit = await readDeploy('landfall.service');
  expect(setting(unit, 'ExecStart')).toBe(`/opt/landfall/node_modules/node/bin/node ${serverCommand.join(' ')}`);
  expect(setting(unit, 'KillMode')).toBe('mixed');
  const { SHUTDOWN_TIMEOUT } = readEnv({});
  expect(Number(setting(unit, 'TimeoutStopSec'))).toBeGreaterThanOrEqual(SHUTDOWN_TIMEOUT + 60);
});

test('the proxies of the deploy folder replace the address that a client claims to have', async () => {
  const nginx = await readDeploy('nginx.conf');
  expect(nginx).toMatch(/X-Forwarded-For \$remote_addr;/);
  expect(nginx).toMatch(/X-Forwarded-Proto \$scheme;/);
  expect(nginx).not.toContain('$proxy_add_x_forwarded_for');
});

test('nginx accepts the configuration in the deploy folder', async ({ skip }) => {
  const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => spawnSync(program, ['-v']).status === 0);
  const openssl = spawnSync('openssl', ['version']).status === 0;
  if (!nginx || !openssl) return skip('nginx or openssl is not installed, so deploy/nginx.conf is not checked');
  const folder = await mkdtemp(join(tmpdir(), 'landfall-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  const subject = ['-subj', '/CN=academy.example.com'];
  await run('openssl', [
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
  // Replace the folders that nginx writes to and the ports below 1024, so that the test needs no root rights.
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
