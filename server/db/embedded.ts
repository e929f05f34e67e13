import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterAccount } from './embedded/account.ts';
import { ensureDatabase } from './embedded/admin.ts';
import { type Binaries, findBinaries } from './embedded/binaries.ts';
import { findRunning } from './embedded/find-running.ts';
import { ensureCluster } from './embedded/initialise.ts';
import { launchPostgres, OutlivedError } from './embedded/launch.ts';
import { claimOwnership } from './embedded/ownership.ts';
import { freePort } from './embedded/port.ts';
import { isRunning, readPostmaster } from './embedded/postmaster.ts';
import { type ClusterSettings, loadSettings, saveSettings } from './embedded/settings.ts';
import { stopPostmaster } from './embedded/stop-postmaster.ts';
import { StartError } from './start-error.ts';

/** A running PostgreSQL of our own. */
export type EmbeddedDatabase = {
  /** Of the role and database 'landfall'. */
  url: string;
  /** Of the superuser, for databases beside it. */
  adminUrl: string;
  /** The postmaster's process id. */
  pid: number;
  /** It was found running, left behind by a process that was killed. */
  isTakenOver: boolean;
  /** Ends PostgreSQL where this process owns it. Close every pool first. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** A command beside a running server uses the server's PostgreSQL; a second server is refused. Default false. */
  mayShare?: boolean;
  /** Called once when PostgreSQL has gone and did not come back. */
  onLost?: (error: StartError) => void;
};

type Place = { clusterDir: string; logPath: string; settingsPath: string };

async function prepareFolder(dataDir: string): Promise<Place> {
  const root = resolve(dataDir);
  try {
    await mkdir(root, { recursive: true });
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new StartError(
      `cannot write to the data folder ${root} (${code}): make it a writable folder, or set DATA_DIR to one`,
    );
  }
  return {
    clusterDir: join(root, 'postgres'),
    logPath: join(root, 'postgres.log'),
    settingsPath: join(root, 'postgres.json'),
  };
}

type Running = { pid: number; port: number; isTakenOver: boolean };

async function findOrLaunch(
  place: Place,
  binaries: Binaries,
  settings: ClusterSettings,
  triesLeft = 25,
): Promise<Running> {
  const { clusterDir, logPath, settingsPath } = place;
  const running = await findRunning(clusterDir, settings.adminPassword);
  if (running) return { ...running, isTakenOver: true };
  const port = await freePort(settings.port);
  if (port !== settings.port) await saveSettings(settingsPath, { ...settings, port });
  const account = await clusterAccount(clusterDir);
  try {
    const pid = await launchPostgres({ postgres: binaries.postgres, clusterDir, logPath, port, account });
    return { pid, port, isTakenOver: false };
  } catch (error) {
    // Another process may have started it at the same moment.
    const faster = await findRunning(clusterDir, settings.adminPassword);
    if (faster) return { ...faster, isTakenOver: true };
    if (triesLeft === 0 || !(error instanceof OutlivedError)) throw error;
    await pause(200);
    return findOrLaunch(place, binaries, settings, triesLeft - 1);
  }
}

async function own(place: Place, settings: ClusterSettings, running: Running, options: EmbeddedOptions) {
  const { port, pid } = running;
  const ownership = await claimOwnership({
    port,
    isAlive: async () => isRunning(pid) && (await readPostmaster(place.clusterDir))?.pid === pid,
    password: settings.adminPassword,
    onLost: options.onLost ?? (() => {}),
  });
  const { client, otherOwner, expectEnd } = ownership;
  if (otherOwner === undefined) {
    await ensureDatabase(client, settings);
    return async () => {
      // The lock ends with PostgreSQL itself, so that nobody takes over what is about to stop.
      expectEnd();
      await stopPostmaster(pid, place.clusterDir);
    };
  }
  await client.end();
  if (options.mayShare) return async () => {};
  throw new StartError(
    `another Landfall (${otherOwner}) uses ${resolve(options.dataDir)}: stop it, or set DATA_DIR to another folder`,
  );
}

/**
 * Runs PostgreSQL on `dataDir`: made at the first start, taken over where a killed process left it running, else started.
 * StartError, one line, when it cannot: folder not writable, cluster foreign or owned by another server, program missing.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = await prepareFolder(options.dataDir);
  const binaries = await findBinaries();
  const account = await clusterAccount(place.clusterDir);
  const settings = await loadSettings(place.settingsPath, place.clusterDir);
  await ensureCluster(place.clusterDir, binaries, settings.adminPassword, account);
  const running = await findOrLaunch(place, binaries, settings);
  const { pid, port, isTakenOver } = running;
  const stop = await own(place, settings, running, options).catch(async (error) => {
    // Where another process owns it, it is not ours to stop.
    if (!isTakenOver && !(error instanceof StartError)) await stopPostmaster(pid, place.clusterDir);
    throw error;
  });
  return {
    url: `postgres://landfall:${settings.password}@127.0.0.1:${port}/landfall`,
    adminUrl: `postgres://postgres:${settings.adminPassword}@127.0.0.1:${port}/postgres`,
    pid,
    isTakenOver,
    stop,
  };
}
