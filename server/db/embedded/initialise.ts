import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../connection/start-error.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { commandFor } from './command.ts';

const FLAGS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Use a locale that sorts text the same way on every machine, whatever locales are installed.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
];

async function runInitdb(initdb: string, draft: string, passwordFile: string, account?: Account): Promise<void> {
  const args = [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...FLAGS];
  const { file, args: all, options } = await commandFor(initdb, args, [draft], account);
  const child = spawn(file, all, { ...options, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code === 0) return;
  const reason = errorOutput.trim().split('\n').at(0) ?? `exit code ${code}`;
  throw new StartError(`PostgreSQL could not make its cluster: ${reason}`);
}

/**
 * Creates the cluster in a temporary folder, which is then renamed. So a start that is killed meanwhile leaves no
 * incomplete cluster.
 */
async function createCluster(
  clusterDir: string,
  binaries: Binaries,
  password: string,
  account?: Account,
): Promise<void> {
  const draft = `${clusterDir}.new-${process.pid}`;
  const passwordFile = `${draft}.password`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account) for (const path of [draft, passwordFile]) await chown(path, account.uid, account.gid);
    await runInitdb(binaries.initdb, draft, passwordFile, account);
    await rename(draft, clusterDir).catch((error: NodeJS.ErrnoException) => {
      // Another process has created the cluster in the meantime, so use that cluster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(passwordFile, { force: true });
  }
}

/**
 * Creates the PostgreSQL cluster at the first start.
 * @throws StartError if the folder exists and contains something else, or a cluster of another major version
 */
export async function ensureCluster(
  clusterDir: string,
  binaries: Binaries,
  password: string,
  account?: Account,
): Promise<void> {
  if (!existsSync(clusterDir)) return createCluster(clusterDir, binaries, password, account);
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) {
    throw new StartError(`${clusterDir} holds no PostgreSQL cluster: move it away, or set DATA_DIR to another folder`);
  }
  if (version.trim() === binaries.major) return;
  throw new StartError(
    `${clusterDir} was made by PostgreSQL ${version.trim()} and this is ${binaries.major}: dump it with the old version and restore it into an empty DATA_DIR`,
  );
}
