import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings } from '../../../server/db/embedded/settings.ts';
import { createDataFolder } from '../../support/data-folder.ts';

test('if the settings file of the embedded PostgreSQL cannot be read, the error asks for read access and does not call the file damaged', async () => {
  const dataDir = await createDataFolder();
  const [path, clusterDir] = [join(dataDir, 'postgres.json'), join(dataDir, 'postgres')];
  // A folder cannot be read as a file, not even by the superuser.
  await mkdir(path);
  await expect(loadSettings(path, clusterDir)).rejects.toThrow(
    `${path} can't be read (EISDIR): let this user read it, for example by chown`,
  );
});
