import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { landfallIn } from '../../server/backup/landfall-in.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { startNginx } from '../../support/nginx.ts';
import { ReleaseFolders } from '../../support/release-folders.ts';
import { ServerProcess } from './server-process.ts';
import { checkShop, ShopLoad, waitForMail } from './shop-load.ts';

const rounds = 2;

/** How many responses have the status 502 or 504, which nginx returns when no server responds. */
function gatewayErrors({ evidence }: ShopLoad): number {
  return evidence.calls.flatMap(({ responses }) => responses).filter(({ status }) => status === 502 || status === 504)
    .length;
}

// Needs nginx, which `npm run soak` installs from Debian.
test.runIf(process.env.SOAK).each([2, 4])(
  '%i server processes behind nginx lose no acknowledged booking and sell no seat twice while they are killed and upgraded',
  { timeout: 900_000 },
  async (count) => {
    const dataDir = await createDataFolder();
    const cluster = await startEmbedded({ dataDir });
    onTestFinished(() => cluster.stop());
    const db = openDatabase(cluster.url, { max: 2 });
    onTestFinished(() => db.destroy());
    const variables = { DATABASE_URL: cluster.url, DATA_DIR: join(dataDir, 'shared'), DATABASE_POOL: '8' };
    const releases = await ReleaseFolders.create();
    const create = () => ServerProcess.create(variables, releases.current);
    const servers = await Promise.all(Array.from({ length: count }, create));
    // All processes begin on the empty database: one migrates it and loads the content, and the others wait.
    await Promise.all(servers.map((server) => server.start()));
    const address = await startNginx(servers.map((server) => server.address));
    const load = await ShopLoad.begin(db, address);
    let lostByRestarts = 0;
    for (let round = 0; round < rounds; round++) {
      const [killed, restarted] = [servers[round % count], servers[(round + 1) % count]];
      await load.booked(15);
      await killed?.kill();
      await load.booked(10);
      await killed?.start();
      await load.booked(10);
      const before = gatewayErrors(load);
      // Restart the process with the other release: an upgrade in one round, a return to the first release in the next.
      await releases.switchTo(round % 2 === 0 ? '2' : '1');
      restarted?.signal('SIGTERM');
      expect(await restarted?.ended()).toBe(0);
      await load.booked(5);
      await restarted?.start();
      await load.booked(10);
      lostByRestarts += gatewayErrors(load) - before;
    }
    await load.end();
    await waitForMail(db);
    const { calls, seenCompleted, unanswered } = load.evidence;
    console.log(
      `${count} processes behind nginx: ${calls.length} calls, ${seenCompleted.size} bookings acknowledged, ` +
        `${gatewayErrors(load)} responses 502 or 504, ${lostByRestarts} of them by graceful restarts`,
    );
    expect(unanswered).toBe(0);
    expect(lostByRestarts).toBe(0);
    expect(await checkShop(db, load.evidence)).toEqual([]);
    const { code, out } = await landfallIn(dataDir, { DATABASE_URL: cluster.url })('seats', 'reconcile');
    expect({ code, out }).toEqual({ code: 0, out: 'no differences\n' });
    for (const server of servers) await server.kill();
  },
);
