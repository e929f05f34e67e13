import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../connection/start-error.ts';
import { clusterAccount } from './account.ts';
import { ensureDatabase } from './admin.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { findRunning } from './find-running.ts';
import { ensureCluster } from './initialise.ts';
import { BackendsRunningError, launchPostgres } from './launch.ts';
import { claimOwnership } from './ownership.ts';
import { freePort } from './port.ts';
import { isRunning, readPostmaster } from './postmaster.ts';
import { type ClusterSettings, loadSettings, saveSettings } from './settings.ts';
import { requestStop, stopPostmaster } from './stop-postmaster.ts';

/** A running embedded PostgreSQL. */
type EmbeddedDatabase = {
  /** Database URL for the role 'landfall' and the database 'landfall'. */
  url: string;
  /** Database URL for the superuser, who can create further databases. */
  adminUrl: string;
  /** The id of PostgreSQL's main process. */
  pid: number;
  /** True if PostgreSQL was already running, left behind by a killed process. */
  isTakenOver: boolean;
  /** Stops PostgreSQL if this process owns it. All connection pools must be closed beforehand. */
  stop: () => Promise<void>;
  /** If this process owns PostgreSQL, tells it to stop, but does not wait until it has stopped. */
  abandon: () => void;
};

export type EmbeddedOptions = {
  dataDir: string;
  /**
   * Whether to use a PostgreSQL that another process owns, as staff commands do while the server is running. By default
   * the start is refused.
   */
  mayShare?: boolean;
  /**
   * True if PostgreSQL is started for a restore. Only a restore may use a data folder whose restore is not finished.
   */
  isRestoring?: boolean;
  /** PostgreSQL settings that extend or override the defaults. */
  serverSettings?: Record<string, string>;
  /**
   * Called as soon as PostgreSQL has been started, while it may still be recovering. `abandon` tells it to stop, and does
   * not wait until it has stopped.
   */
  onSpawn?: (abandon: () => void) => void;
  /** Called once, when PostgreSQL has stopped and does not come back. */
  onLost?: (error: StartError) => void;
};

/** The file that marks a data folder whose restore is not finished. */
export const restoreMarker = 'restore-unfinished';

/**
 * Checks that no restore into the data folder was cut off. After a restore that was cut off, the server would start
 * without the restored data.
 * @throws StartError if a restore was cut off
 */
function requireFinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, restoreMarker))) return;
  throw new StartError(`a restore into ${resolve(dataDir)} was cut off: empty that folder, then restore again`);
}

/** True if the folder has the data of an embedded PostgreSQL. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(resolve(dataDir), 'postgres', 'PG_VERSION'));
}

type ClusterPaths = { clusterDir: string; logPath: string; settingsPath: string };

async function prepareFolder(dataDir: string): Promise<ClusterPaths> {
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
  paths: ClusterPaths,
  binaries: Binaries,
  settings: ClusterSettings,
  options: EmbeddedOptions,
  triesLeft = 25,
): Promise<Running> {
  const { clusterDir, logPath, settingsPath } = paths;
  const running = await findRunning(clusterDir, settings.adminPassword);
  if (running) return { ...running, isTakenOver: true };
  const port = await freePort(settings.port);
  if (port !== settings.port) await saveSettings(settingsPath, { ...settings, port });
  const account = await clusterAccount(clusterDir);
  try {
    const pid = await launchPostgres({
      postgres: binaries.postgres,
      clusterDir,
      logPath,
      port,
      account,
      serverSettings: options.serverSettings ?? {},
      onSpawn: (started) => options.onSpawn?.(() => requestStop(started)),
    });
    return { pid, port, isTakenOver: false };
  } catch (error) {
    // The start fails if another process has just started PostgreSQL, so look for a running PostgreSQL again.
    const other = await findRunning(clusterDir, settings.adminPassword);
    if (other) return { ...other, isTakenOver: true };
    if (triesLeft === 0 || !(error instanceof BackendsRunningError)) throw error;
    await pause(200);
    return findOrLaunch(paths, binaries, settings, options, triesLeft - 1);
  }
}

/** Takes ownership of the PostgreSQL cluster. Returns the functions that stop it. */
async function takeOwnership(
  paths: ClusterPaths,
  settings: ClusterSettings,
  running: Running,
  options: EmbeddedOptions,
) {
  const { port, pid } = running;
  const ownership = await claimOwnership({
    port,
    isAlive: async () => isRunning(pid) && (await readPostmaster(paths.clusterDir))?.pid === pid,
    password: settings.adminPassword,
    onLost: options.onLost ?? (() => {}),
  });
  const { client, otherOwner, expectEnd } = ownership;
  if (otherOwner === undefined) {
    await ensureDatabase(client, settings);
    return {
      stop: async () => {
        // Keep the owner lock until PostgreSQL has ended, so that no other process takes over a cluster that is
        // stopping.
        expectEnd();
        await stopPostmaster(pid, paths.clusterDir);
      },
      abandon: () => requestStop(pid),
    };
  }
  await client.end();
  if (options.mayShare) return { stop: async () => {}, abandon: () => {} };
  throw new StartError(
    `another Landfall (${otherOwner}) uses ${resolve(options.dataDir)}: stop it, or set DATA_DIR to another folder`,
  );
}

/**
 * Runs PostgreSQL with its data in `dataDir`. The cluster is created at the first start. A PostgreSQL that a killed
 * process left running is taken over.
 * @throws StartError if the folder is not writable, PostgreSQL is not installed, or something else uses the cluster
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const paths = await prepareFolder(options.dataDir);
  if (!options.isRestoring) requireFinishedRestore(options.dataDir);
  const binaries = await findBinaries();
  const account = await clusterAccount(paths.clusterDir);
  const settings = await loadSettings(paths.settingsPath, paths.clusterDir);
  await ensureCluster(paths.clusterDir, binaries, settings.adminPassword, account);
  const running = await findOrLaunch(paths, binaries, settings, options);
  const { pid, port, isTakenOver } = running;
  const { stop, abandon } = await takeOwnership(paths, settings, running, options).catch(async (error) => {
    // Do not stop a cluster that another process owns.
    if (!isTakenOver && !(error instanceof StartError)) await stopPostmaster(pid, paths.clusterDir);
    throw error;
  });
  return {
    url: `postgres://landfall:${settings.password}@127.0.0.1:${port}/landfall`,
    adminUrl: `postgres://postgres:${settings.adminPassword}@127.0.0.1:${port}/postgres`,
    pid,
    isTakenOver,
    stop,
    abandon,
  };
}
