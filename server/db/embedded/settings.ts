import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { StartError } from '../connection/start-error.ts';
import { freePort } from './port.ts';

const settingsSchema = z.object({
  port: z.number().int().min(1).max(65_535),
  /** Password of the role 'landfall', which owns the product's database and has no other rights. */
  password: z.string().min(16),
  /** Password of PostgreSQL's superuser. */
  adminPassword: z.string().min(16),
});

/** The port and passwords of the PostgreSQL cluster, stored in a file beside it. */
export type ClusterSettings = z.infer<typeof settingsSchema>;

async function writeDraft(path: string, settings: ClusterSettings): Promise<string> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flush: true });
  return draft;
}

/**
 * Replaces the cluster's settings file atomically. Only the operating system's user that runs this process can read the
 * file.
 */
export async function saveSettings(path: string, settings: ClusterSettings): Promise<void> {
  await rename(await writeDraft(path, settings), path);
}

async function createSettings(path: string): Promise<void> {
  const secret = () => randomBytes(24).toString('base64url');
  const draft = await writeDraft(path, { port: await freePort(), password: secret(), adminPassword: secret() });
  try {
    // Use a hard link instead of a rename. Unlike a rename, it fails if another process has just created the settings
    // file at its own first start.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Reads the cluster's settings at `path`, or creates them for a new cluster.
 * @throws StartError if an existing cluster has no settings, or they cannot be read or are damaged
 */
export async function loadSettings(path: string, clusterDir: string): Promise<ClusterSettings> {
  const hasCluster = existsSync(clusterDir);
  if (!existsSync(path)) {
    if (hasCluster) throw new StartError(`${path} is missing: restore it, or move ${clusterDir} away to begin empty`);
    await createSettings(path);
  }
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`${path} can't be read (${code}): let this user read it, for example by chown`);
  });
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${path} is damaged: restore it, or move it and ${clusterDir} away to begin empty`);
  }
}
