import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../connection/start-error.ts';
import { connectAdmin, ownerName, takeOwnerLock } from './admin.ts';

const HANDOVER_MS = 1_000;
const RECOVERY_MS = 15_000;
const STOPPED = 'PostgreSQL has stopped: look at postgres.log in the data folder, then start again';

type Ownership = {
  /** The superuser connection to PostgreSQL. It holds the owner lock if this process owns the cluster. */
  client: pg.Client;
  /** The other process that owns the cluster; undefined if this process owns it. */
  otherOwner: string | undefined;
  /** Call `expectEnd` before stopping PostgreSQL. Otherwise, the lost connection would be reported by `onLost`. */
  expectEnd: () => void;
};

type Claim = {
  port: number;
  password: string;
  /** Returns false once PostgreSQL's main process has ended. Waiting for PostgreSQL to recover is then pointless. */
  isAlive: () => Promise<boolean>;
  /** Called once, when PostgreSQL has stopped and does not come back. */
  onLost: (error: StartError) => void;
};

type Claimed = { client: pg.Client; otherOwner: string | undefined };

async function claimOnce({ port, password }: Claim): Promise<Claimed> {
  const client = await connectAdmin(port, password);
  const deadline = Date.now() + HANDOVER_MS;
  // Retry for a while: if the last owner was killed, its connection may hold the owner lock for a moment longer.
  while (!(await takeOwnerLock(client))) {
    if (Date.now() > deadline) return { client, otherOwner: await ownerName(client) };
    await pause(50);
  }
  return { client, otherOwner: undefined };
}

async function claimAgain(claim: Claim, isEnding: () => boolean): Promise<pg.Client | undefined> {
  const deadline = Date.now() + RECOVERY_MS;
  while (!isEnding() && Date.now() < deadline && (await claim.isAlive())) {
    const claimed = await claimOnce(claim).catch(() => undefined);
    if (claimed && claimed.otherOwner === undefined) return claimed.client;
    await claimed?.client.end();
    await pause(100);
  }
  return undefined;
}

/**
 * Makes this process the owner of the PostgreSQL cluster, unless another process owns it. When PostgreSQL restarts
 * itself after a crash, this process takes the owner lock again.
 */
export async function claimOwnership(claim: Claim): Promise<Ownership> {
  const { client, otherOwner } = await claimOnce(claim);
  let isEnding = otherOwner !== undefined;
  const watch = (held: pg.Client) => held.once('end', () => void recover());
  const recover = async () => {
    if (isEnding) return;
    const again = await claimAgain(claim, () => isEnding);
    if (again) watch(again);
    else if (!isEnding) claim.onLost(new StartError(STOPPED));
  };
  watch(client);
  return {
    client,
    otherOwner,
    expectEnd: () => {
      isEnding = true;
    },
  };
}
