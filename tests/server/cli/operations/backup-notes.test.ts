import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDataFolder } from '../../../support/data-folder.ts';
import { staffOf } from '../staff.ts';

const unreachable = 'postgres://nobody@127.0.0.1:1/nowhere';
const line = '\n  export PGSSLROOTCERT=system\n  pg_dump ';

it.each([
  ['?sslmode=verify-full', true],
  ['?sslmode=verify-full&sslrootcert=/etc/ca.pem', false],
  ['', false],
])(
  '“landfall backup” suggests PGSSLROOTCERT=system only for verify-full without a root certificate (parameters: “%s”, suggested: %s)',
  async (parameters, isPrinted) => {
    const { out } = await staffOf(`${unreachable}${parameters}`)('backup', '/tmp/landfall-never-written.backup');
    expect(out).toContain('\n  pg_dump ');
    expect(out.includes(line)).toBe(isPrinted);
  },
);

it('“landfall backup” fails and writes no file if the database is external and the uploads are in an S3 bucket', async () => {
  const path = join(await createDataFolder(), 'nothing.backup');
  const bucket = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'x'.repeat(40) };
  const { code, out, err } = await staffOf(unreachable, bucket)('backup', path);
  expect({ code, isWritten: existsSync(path) }).toEqual({ code: 1, isWritten: false });
  expect(out).toContain('pg_dump');
  expect(out).toContain('S3_BUCKET');
  expect(err).toMatch(/^nothing was backed up/);
});
