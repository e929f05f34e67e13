import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readStoredKeys, storedKeys } from '../../../server/configuration/vapid-keys.ts';
import { readEnv } from '../../../server/env.ts';
import { vapid } from '../../support/push-service.ts';

const root = join(tmpdir(), `landfall-vapid-${randomUUID()}`);
afterAll(() => rm(root, { recursive: true, force: true }));

const configured = { VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey };

describe('keys in the data folder', () => {
  it('VAPID keys are created once in a file that only its owner can read, even if several processes start at the same time', async () => {
    const folder = join(root, 'shared');
    const created = await Promise.all([storedKeys(folder), storedKeys(folder), storedKeys(folder)]);
    expect(new Set(created.map(({ VAPID_PUBLIC_KEY }) => VAPID_PUBLIC_KEY)).size).toBe(1);
    expect(await storedKeys(folder)).toEqual(created[0]);
    expect(await readdir(folder)).toEqual(['vapid.json']);
    expect((await stat(join(folder, 'vapid.json'))).mode & 0o077).toBe(0);
    expect(() => readEnv(created[0] ?? {})).not.toThrow();
  });

  it('reading the stored VAPID keys returns null if no keys are stored', async () => {
    expect(await readStoredKeys(join(root, 'empty'))).toBeNull();
  });

  it('a damaged file of VAPID keys causes an error and is not replaced by new keys', async () => {
    await storedKeys(join(root, 'damaged'));
    await writeFile(join(root, 'damaged', 'vapid.json'), '{');
    await expect(storedKeys(join(root, 'damaged'))).rejects.toThrow('Restore it from a backup');
  });
});

describe('configured keys', () => {
  it('a pair of VAPID keys in environment variables is accepted, with or without VAPID_SUBJECT', () => {
    expect(readEnv({ ...configured, VAPID_SUBJECT: 'mailto:it@example.com' })).toMatchObject(configured);
    expect(readEnv(configured)).toMatchObject(configured);
  });

  it.each([
    [{ VAPID_PUBLIC_KEY: vapid.publicKey }, 'VAPID_PUBLIC_KEY needs it'],
    [{ VAPID_PRIVATE_KEY: vapid.privateKey }, 'VAPID_PRIVATE_KEY needs it'],
    [{ ...configured, VAPID_PRIVATE_KEY: 'another' }, 'does not belong to VAPID_PUBLIC_KEY'],
    [{ ...configured, VAPID_SUBJECT: 'http://example.com' }, 'VAPID_SUBJECT'],
  ])('the VAPID environment variables %o are refused', (variables, message) =>
    expect(() => readEnv(variables)).toThrow(message),
  );
});
