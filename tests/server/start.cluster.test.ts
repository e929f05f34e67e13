import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { staffRoles } from '../../contract/staff/permissions.ts';
import { openDatabase } from '../../server/db/connection/client.ts';
import { startEmbedded } from '../../server/db/embedded/start-embedded.ts';
import { ServerProcess } from '../faults/kills/server-process.ts';
import { root } from '../repository/source-files.ts';
import { createDataFolder } from '../support/data-folder.ts';
import { productionEnv } from '../support/production.ts';

type Ended = { code: number | null; printed: string };

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the server and waits until it exits. */
function start(variables: Record<string, string>): Promise<Ended> {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), PORT: '0', ...variables };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: root, env });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, printed })));
}

describe('a server that cannot start', () => {
  it('a server that cannot start because of invalid environment variables lists all of them', async () => {
    const { code, printed } = await start({ PORT: 'harbour', SECRET: 'short' });
    expect(code).toBe(1);
    expect(printed).toContain('PORT:');
    expect(printed).toContain('SECRET: at least 32 characters');
  });

  it('the starting server warns of a misspelt environment variable and suggests the right name', async () => {
    const { printed } = await start({ PORT: 'harbour', DATABASE_ULR: 'postgres://127.0.0.1/landfall' });
    expect(printed).toContain('warning   … DATABASE_ULR is not read: did you mean DATABASE_URL?\n');
  });

  it('a server in production mode refuses to start with sandbox providers or the default secret, and names these settings', async () => {
    const { code, printed } = await start({ LANDFALL_ENV: 'production' });
    expect(code).toBe(1);
    for (const name of ['SECRET', 'OTP_PROVIDER', 'PAYMENT_PROVIDER', 'SMTP_URL', 'PUBLIC_URL'])
      expect(printed).toContain(`${name}:`);
  });

  it('the starting server says that its port is already in use and how to choose another, before it opens the database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const { code, printed } = await start({ PORT: port });
    other.close();
    expect(code).toBe(1);
    expect(printed).toContain(`Port ${port} is taken by another program.`);
    expect(printed).not.toContain('database  …');
    expect(printed).not.toContain('    at ');
  });

  it('the starting server says that the value of HOST is not an address of this machine', async () => {
    const { code, printed } = await start({ HOST: '203.0.113.7', PORT: '39000' });
    expect(code).toBe(1);
    expect(printed).toContain('HOST=203.0.113.7 is not an address of this machine.');
  });

  it('the starting server prints its mode first, and warns that NODE_ENV=production alone does not choose production mode', async () => {
    const unreachable = { DATABASE_URL: 'postgres://landfall:hush@127.0.0.1:9/landfall' };
    const demo = await start(unreachable);
    expect(demo.printed).toMatch(/^mode {6}… demo: sandbox providers and demo accounts with public passwords\./);
    expect(demo.printed).toContain('NODE_ENV=production does not make this a production server');
    const chosen = await start({ ...unreachable, LANDFALL_ENV: 'demo' });
    expect(chosen.printed).not.toContain('NODE_ENV=production does not');
  });

  it('the starting server names a content file that cannot be parsed', async () => {
    const content = join(folder, 'content');
    await cp(join(root, 'content'), content, { recursive: true });
    await writeFile(join(content, 'packages.json'), '[{ "id": 801,');
    const { code, printed } = await start({ CONTENT_DIR: content, DATA_DIR: join(folder, 'other') });
    expect(code).toBe(1);
    expect(printed).toContain('packages.json');
    expect(printed).not.toContain('    at ');
  });

  it('the starting server names a database that it cannot reach, without the password', async () => {
    const { code, printed } = await start({ DATABASE_URL: 'postgres://landfall:hush@127.0.0.1:9/landfall' });
    expect(code).toBe(1);
    expect(printed).toContain('127.0.0.1:9');
    expect(printed).not.toContain('hush');
  });
});

it.each([
  ['production', 0, productionEnv],
  ['demo', staffRoles.length, {}],
] as const)('a server that starts in %s mode adds %i demo staff accounts', async (mode, count, variables) => {
  const dataDir = await createDataFolder();
  const server = await ServerProcess.create({ LANDFALL_ENV: mode, DATA_DIR: dataDir, ...variables });
  await server.start();
  const cluster = await startEmbedded({ dataDir, mayShare: true });
  const db = openDatabase(cluster.url, { max: 1 });
  onTestFinished(() => db.destroy());
  const found = await db.selectFrom('staff_members').select('email').where('is_demo', '=', true).execute();
  expect(found).toHaveLength(count);
  await server.kill();
});
