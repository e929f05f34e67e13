import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { diskBlobs } from '../../../server/providers/blobs/disk-blobs.ts';
import { ServerProcess } from '../../faults/kills/server-process.ts';
import { ShopLoad } from '../../faults/kills/shop-load.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { landfallIn } from './landfall-in.ts';

async function openShared(dataDir: string) {
  const { url, stop } = await startEmbedded({ dataDir, mayShare: true });
  const db = openDatabase(url, { max: 2 });
  const close = async () => {
    await db.destroy();
    await stop();
  };
  return { db, close };
}

test('a backup made under load can be restored into another data folder, with consistent seats and every upload readable', {
  timeout: 300_000,
}, async () => {
  const dataDir = join(await createDataFolder(), 'data');
  const server = await ServerProcess.create({ DATA_DIR: dataDir });
  await server.start();
  const live = await openShared(dataDir);
  const load = await ShopLoad.begin(live.db, server.address, 400);
  await load.booked(10);
  const booked = load.evidence.seenCompleted.size;
  const file = join(await createDataFolder(), 'landfall.backup');
  const backup = await landfallIn(dataDir)('backup', file);
  expect(backup).toMatchObject({ code: 0, err: '' });
  await load.booked(5);
  await load.end();
  await live.close();
  server.signal('SIGTERM');
  expect(await server.ended()).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const otherDir = join(await createDataFolder(), 'restored');
  const restored = await landfallIn(otherDir)('restore', file);
  expect(restored).toMatchObject({ code: 0, err: '' });
  expect(await landfallIn(otherDir)('seats', 'reconcile')).toEqual({ code: 0, out: 'no differences\n', err: '' });

  const other = await ServerProcess.create({ DATA_DIR: otherDir });
  await other.start();
  expect((await fetch(`${other.address}/api/health/ready`)).status).toBe(200);
  const { db, close } = await openShared(otherDir);
  onTestFinished(close);
  const { rows } = await sql<{ completed: number; next: string }>`
    select (select count(*)::int from orders where state = 'completed') as completed,
      nextval('order_numbers') as next`.execute(db);
  expect(rows[0]?.completed).toBeGreaterThanOrEqual(booked);
  const files = await db.selectFrom('files').select(['id', 'sha256']).where('state', '=', 'stored').execute();
  expect(files.length).toBeGreaterThan(0);
  for (const { id, sha256 } of files) {
    const stored = await diskBlobs(join(otherDir, 'files')).open(id);
    expect(stored).not.toBeNull();
    if (stored && sha256)
      expect(
        createHash('sha256')
          .update(await buffer(stored))
          .digest(),
      ).toEqual(sha256);
  }
  await other.kill();
});
