import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import { connectAdmin, ownerName, takeOwnerLock } from './admin.ts';

const HANDOVER_MS = 1_000;
const RECOVERY_MS = 15_000;
const STOPPED = 'PostgreSQL has stopped: look at postgres.log in the data folder, then start again';

/** Who owns the cluster. */
export type Ownership = {
  /** A superuser's connection; it holds the lock where this process is the owner. */
  client: pg.Client;
  /** The other process that owns the cluster; undefined where this one does. */
  otherOwner: string | undefined;
  /** Says that PostgreSQL is about to stop, so that its end is no loss. */
  expectEnd: () => void;
};

type Claim = {
  port: number;
  password: string;
  /** False once the postmaster is gone: waiting for its recovery is of no use then. */
  isAlive: () => Promise<boolean>;
  /** Called once when PostgreSQL has gone and did not come back. */
  onLost: (error: StartError) => void;
};

type Claimed = { client: pg.Client; otherOwner: string | undefined };

async function claimOnce({ port, password }: Claim): Promise<Claimed> {
  const client = await connectAdmin(port, password);
  const deadline = Date.now() + HANDOVER_MS;
  // A process that was killed a moment ago may still be letting go.
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
 * Makes this process the cluster's owner, unless another one is.
 * A lost lock (PostgreSQL restarted itself after a crash) is taken again.
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
