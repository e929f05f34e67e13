import { expect, it } from 'vitest';
import { staffOf } from '../staff.ts';

const unreachable = 'postgres://nobody@127.0.0.1:1/nowhere';
const line = '\n  export PGSSLROOTCERT=system\n  pg_dump ';

it.each([
  ['?sslmode=verify-full', true],
  ['?sslmode=verify-full&sslrootcert=/etc/ca.pem', false],
  ['', false],
])(
  '“landfall backup” suggests PGSSLROOTCERT=system for a database address with the parameters “%s”: %s',
  async (parameters, isPrinted) => {
    const { out } = await staffOf(`${unreachable}${parameters}`)('backup', '/tmp/landfall-never-written.backup');
    expect(out).toContain('\n  pg_dump ');
    expect(out.includes(line)).toBe(isPrinted);
  },
);
