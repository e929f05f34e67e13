import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isRunning, servesCluster } from '../../../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { openConfiguredDatabase } from '../../../server/db/open.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { startOwner } from '../../support/owner-process.ts';

const settingsOf = async (dataDir: string) => JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));

test('the embedded PostgreSQL keeps its data over a restart and runs with fsync on', async () => {
  const dataDir = await createDataFolder();
  const lines: string[] = [];
  const first = await openConfiguredDatabase({ dataDir, onStage: (line) => lines.push(line) });
  await first.db.insertInto('receipt_numbers').values({ year: 2026, last: 7 }).execute();
  const { rows } = await sql<{ fsync: string }>`show fsync`.execute(first.db);
  expect(rows).toEqual([{ fsync: 'on' }]);
  await first.stop();
  const again = await openConfiguredDatabase({ dataDir, onStage: (line) => lines.push(line) });
  expect(await again.db.selectFrom('receipt_numbers').select('last').execute()).toEqual([{ last: 7 }]);
  await again.stop();
  expect(lines.filter((line) => line === 'own PostgreSQL started')).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith('migrated'))).toHaveLength(1);
});

test('only its owner can read the settings file of the embedded PostgreSQL', async () => {
  const dataDir = await createDataFolder();
  const cluster = await startEmbedded({ dataDir });
  await cluster.stop();
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
  expect(await servesCluster(cluster.pid, join(dataDir, 'postgres'))).toBe(false);
});

test('the embedded PostgreSQL moves to another port when its port is taken, and saves the new port', async () => {
  const dataDir = await createDataFolder();
  await (await startEmbedded({ dataDir })).stop();
  const { port } = await settingsOf(dataDir);
  const squatter = createServer().listen(port, '127.0.0.1');
  const cluster = await startEmbedded({ dataDir });
  squatter.close();
  await cluster.stop();
  const moved = await settingsOf(dataDir);
  expect(moved.port).not.toBe(port);
  expect(cluster.url).toContain(`:${moved.port}/`);
});

test('a second server is refused on the data folder of a running server, but a staff command may share the running PostgreSQL', async () => {
  const dataDir = await createDataFolder();
  const cluster = await startEmbedded({ dataDir });
  const second = await startOwner(dataDir);
  expect(second.line).toBe(
    `another Landfall (process ${process.pid}) uses ${dataDir}: stop it, or set DATA_DIR to another folder`,
  );
  const command = await startEmbedded({ dataDir, mayShare: true });
  expect(command.pid).toBe(cluster.pid);
  await command.stop();
  expect(isRunning(cluster.pid)).toBe(true);
  await cluster.stop();
});

test('if two servers start at the same time on a new data folder, one creates the database and the other is refused', async () => {
  const dataDir = await createDataFolder();
  const started = await Promise.all([startOwner(dataDir), startOwner(dataDir)]);
  const lines = started.map(({ line }) => line).sort();
  expect(lines).toEqual([expect.stringContaining('another Landfall'), 'ready']);
});

test('the embedded PostgreSQL does not start on data of another PostgreSQL version', async () => {
  const dataDir = await createDataFolder();
  await (await startEmbedded({ dataDir })).stop();
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '15\n');
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/was made by PostgreSQL 15 and this is 18: /);
});

test('the embedded PostgreSQL does not start with a damaged settings file, names the file and keeps the data', async () => {
  const dataDir = await createDataFolder();
  const cluster = await startEmbedded({ dataDir });
  await cluster.stop();
  await writeFile(join(dataDir, 'postgres.json'), '{ damaged');
  await expect(startEmbedded({ dataDir })).rejects.toThrow(/postgres\.json is damaged: restore it, or move/);
  expect(await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n');
});
