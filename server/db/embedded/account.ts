import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartError } from '../connection/start-error.ts';

/** The user and group of the operating system that PostgreSQL runs as. */
export type Account = { uid: number; gid: number };

const run = promisify(execFile);

async function accountOf(user: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

async function createPostgresUser(): Promise<Account> {
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => {});
  const created = await accountOf('postgres');
  if (created) return created;
  throw new StartError(
    "PostgreSQL refuses to run as root and no user 'postgres' could be made: make one, or start as a normal user",
  );
}

/**
 * The account that runs the PostgreSQL cluster in `clusterDir`; undefined for this process's own user. PostgreSQL
 * refuses to run as root. A root process therefore runs it as the owner of the cluster, or for a new cluster as the
 * user 'postgres', which is created if missing.
 */
export async function clusterAccount(clusterDir: string): Promise<Account | undefined> {
  const own = process.getuid?.();
  const owner = await stat(clusterDir).catch(() => undefined);
  if (own === undefined) return undefined;
  if (own !== 0) {
    if (!owner || owner.uid === own) return undefined;
    throw new StartError(
      `${clusterDir} belongs to another user (uid ${owner.uid}): start as that user or as root, or set DATA_DIR to another folder`,
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await accountOf('postgres')) ?? (await createPostgresUser());
}
