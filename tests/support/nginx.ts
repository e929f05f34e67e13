import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../../server/db/embedded/port.ts';
import { requireSiteProgram } from '../../setup/programs/site-programs.ts';
import { root } from '../repository/source-files.ts';

/**
 * Starts nginx in front of the servers at `addresses`, with the configuration in the folder `deploy` but without TLS.
 * Returns nginx's URL. After the test, nginx is stopped; if the test has failed, nginx's errors are printed.
 */
export async function startNginx(addresses: readonly string[]): Promise<string> {
  const program = requireSiteProgram('nginx');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'landfall-nginx-'));
  const deployed = (await readFile(join(root, 'deploy/nginx.conf'), 'utf8'))
    .replace(/^ *server 127\.0\.0\.1:3000.*;$/m, (line) =>
      addresses.map((address) => line.replace('127.0.0.1:3000', new URL(address).host)).join('\n'),
    )
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}\n/, '')
    .replace(/ +listen \[::\]:443[^;]*;\n| +ssl_[^;]*;\n/g, '')
    .replace(/listen 443[^;]*;/, `listen 127.0.0.1:${port};`);
  expect(deployed).not.toContain('ssl');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const main = `${user} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events {}
http { ${temporary.join(' ')} ${deployed} }`;
  const path = join(folder, 'nginx.conf');
  await writeFile(path, main);
  const child = spawn(program, ['-p', folder, '-c', path], { stdio: 'inherit' });
  onTestFinished(async ({ task }) => {
    const errors = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '');
    if (task.result?.state === 'fail') console.log(`errors of nginx:\n${errors.slice(0, 8_000)}`);
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  const status = () => fetch(`${address}/api/health`).then((response) => response.status);
  await expect.poll(() => status().catch(() => 0), { timeout: 20_000 }).toBe(200);
  return address;
}
