import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openConfiguredDatabase } from '../../../../server/db/open.ts';
import { root } from '../../../house/source-files.ts';
import { createDataFolder } from '../../../support/data-folder.ts';

/** Runs “landfall doctor” in a process of its own. Returns the line of the check of the database. */
async function checkDatabase(dataDir: string, variables: Record<string, string>, flags: string[]): Promise<string> {
  const env = { ...process.env, LANDFALL_ENV: 'test', DATA_DIR: dataDir, ...variables };
  const child = spawn(process.execPath, [...flags, 'server/cli/landfall.ts', 'doctor'], { cwd: root, env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out.split('\n').find((line) => line.includes(' database ')) ?? err;
}

test('“landfall doctor” reports how far the clocks of this machine and of the database are apart, if by more than five seconds', async () => {
  const dataDir = await createDataFolder();
  const { stop } = await openConfiguredDatabase({ dataDir });
  expect(await checkDatabase(dataDir, {}, [])).toMatch(/^ok {7}database {5}PostgreSQL \d+\.\d+; migrated$/);
  // The clock of the command's process is three days ahead; that of PostgreSQL is right.
  const clockFile = join(dataDir, 'moved-clock');
  await writeFile(clockFile, '3');
  const ahead = await checkDatabase(dataDir, { MOVED_CLOCK: clockFile }, [
    '--import',
    './tests/support/moved-clock.ts',
  ]);
  expect(ahead).toMatch(
    /^problem {2}database {5}its clock and this machine's are 2,59,2\d\d seconds apart: set both by NTP$/,
  );
  await stop();
});
