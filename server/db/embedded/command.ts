import { accessSync, constants } from 'node:fs';
import { stat } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { StartError } from '../connection/start-error.ts';
import type { Account } from './account.ts';

/** A program with its arguments, and the operating system's account that runs it. */
export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } };

/** The topmost folder above `path` that the account may not enter; undefined if it may enter all of them. */
async function closedFolder(path: string, { uid, gid }: Account): Promise<string | undefined> {
  const parent = dirname(path);
  const above = parent === path ? undefined : await closedFolder(parent, { uid, gid });
  if (above || parent === path) return above;
  const { mode, uid: owner, gid: group } = await stat(parent);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  return mode & bit ? undefined : parent;
}

function findSetpriv(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const candidates = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'setpriv'));
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The command that runs `program` as `account`, which only root can do. If the account may not enter all folders that
 * contain the program and `paths`, such as root's home, setpriv gives the program the capability to enter them.
 * @throws StartError if setpriv is needed but not available
 */
export async function commandFor(
  program: string,
  args: string[],
  paths: string[],
  account: Account | undefined,
): Promise<Command> {
  if (!account) return { file: program, args, options: {} };
  const closed = (await Promise.all([program, ...paths].map((path) => closedFolder(path, account)))).find(Boolean);
  if (!closed) return { file: program, args, options: account };
  const setpriv = findSetpriv();
  if (!setpriv) {
    throw new StartError(
      `the user 'postgres' may not enter ${closed}: run chmod o+x ${closed}, or keep the project and DATA_DIR outside it`,
    );
  }
  const flags = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'];
  const sets = ['inh-caps', 'ambient-caps', 'bounding-set'].map((set) => `--${set}=-all,+dac_override`);
  return { file: setpriv, args: [...flags, ...sets, '--', program, ...args], options: {} };
}
