import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openConfiguredDatabase } from '../../../../server/db/open.ts';
import { root } from '../../../repository/source-files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'landfall-doctor-'));
await chmod(dataDir, 0o755);
const { db, stop } = await openConfiguredDatabase({ dataDir });
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs “landfall doctor” in a process of its own. Returns the line of the check of the database. */
async function checkDatabase(variables: Record<string, string> = {}, flags: string[] = []): Promise<string> {
  const env = { ...process.env, LANDFALL_ENV: 'test', DATA_DIR: dataDir, ...variables };
  const child = spawn(process.execPath, [...flags, 'server/cli/landfall.ts', 'doctor'], { cwd: root, env });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out.split('\n').find((line) => line.includes(' database ')) ?? err;
}

test('“landfall doctor” reports the difference between the clocks of this machine and the database if it exceeds five seconds', async () => {
  expect(await checkDatabase()).toMatch(/^ok {7}database {5}PostgreSQL \d+\.\d+; migrated$/);
  // The clock of the command's process is three days ahead; that of PostgreSQL is right.
  const clockFile = join(dataDir, 'moved-clock');
  await writeFile(clockFile, '3');
  const ahead = await checkDatabase({ MOVED_CLOCK: clockFile }, ['--import', './tests/support/moved-clock.ts']);
  expect(ahead).toMatch(
    /^problem {2}database {5}its clock and this machine's are 2,59,2\d\d seconds apart: set both by NTP$/,
  );
});

test('“landfall doctor” reports a database from which a later release has removed something that this release needs', async () => {
  await sql`insert into kysely_migration values ('9002-drop-tags', 'now')`.execute(db);
  expect(await checkDatabase()).toMatch(/^ok .* a later release has applied 9002-drop-tags$/);
  await sql`update schema_compatibility set requires = '9001-stop-reading-tags'`.execute(db);
  expect(await checkDatabase()).toMatch(
    /^problem {2}database {5}this database needs a later release, one with the migration 9001-stop-reading-tags: install/,
  );
});
