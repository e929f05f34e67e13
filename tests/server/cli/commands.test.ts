import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { readActor } from '../../../server/cli/command/apply-change.ts';
import { rupeesArg } from '../../../server/cli/command/arg-schemas.ts';
import { commands, operatorCommands } from '../../../server/cli/commands.ts';
import { columnsOf, toPlain } from '../../../server/cli/output/plain-text.ts';
import { printTable } from '../../../server/cli/output/print-table.ts';
import { rupeesOf } from '../../../server/cli/output/rupees.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { staffOf } from './staff.ts';

// Tests that start a CLI process need time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const landfall = staffOf('postgres://nobody@127.0.0.1:1/nowhere');
const cli = join(import.meta.dirname, '../../../server/cli/landfall.ts');
const all = [
  ...Object.entries(commands).flatMap(([name, { actions }]) => actions.map((action) => [name, action.name])),
  ...operatorCommands.map(({ name }) => [name]),
];

/** What exit code 1 means for each command that uses it not only for failures but also to report a finding. */
const exitOnes: Readonly<Record<string, string>> = {
  'seats reconcile': 'refused or failed, nothing was changed; or there is a difference, after what --fix has corrected',
  'batches clashes': 'refused or failed, or there are clashes',
  'content check': 'failed, or there are faults',
  doctor: 'failed, or there is a problem',
  backup: 'failed, or the backup has none of the uploads',
};

describe('help', () => {
  it('landfall lists every command when it is run with --help or without a command', async () => {
    const help = await landfall('--help');
    expect(help).toMatchObject({ code: 0, err: '' });
    const listed = [...help.out.matchAll(/^ {2}([a-z]\S*(?: [a-z]\S*)?) {2}/gm)].map(([, name]) => name?.trim());
    expect(listed).toEqual(all.map((words) => words.join(' ')));
    expect(all).toHaveLength(36);
    const without = await landfall();
    expect(without).toEqual({ code: 2, out: '', err: help.out });
  });

  it.each(all.map((words) => words.join(' ')))(
    'landfall %s --help prints the usage and the exit codes without a database',
    async (name) => {
      for (const words of [['--help'], ['-h'], ['nonsense', '--help']]) {
        const { code, out, err } = await landfall(...name.split(' '), ...words);
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(out).toContain(`Usage: landfall ${name}`);
        const one = exitOnes[name] ?? 'refused or failed, nothing was changed';
        expect(out).toContain(`Exit code 0: done; 1: ${one}; 2: wrong usage.`);
      }
    },
  );

  it('landfall batches --help lists the actions of the command, and an unknown or missing action exits with code 2', async () => {
    const { code, out } = await landfall('batches', '--help');
    expect(code).toBe(0);
    expect(out).toContain('landfall batches set-seats [options] <batch id> <capacity>');
    expect(await landfall('batches', 'paint')).toMatchObject({ code: 2, out: '' });
    expect(await landfall('batches')).toMatchObject({ code: 2, out: '' });
  });

  it('the help of landfall restore warns that staff cannot sign in after a restore with another SECRET', async () => {
    const { out } = await landfall('restore', '--help');
    expect(out).toMatch(/the same SECRET as before: .*authenticator apps/s);
  });

  it('the help of every landfall command that changes data offers --dry-run', async () => {
    const reading = [
      'content check',
      'content export',
      'content add-picture',
      'orders export',
      'orders show',
      'refunds list',
      'batches list',
      'batches affected',
      'batches clashes',
    ].concat(
      ['settings list', 'submissions list', 'mail list', 'staff list', 'staff demo-code'],
      ['doctor', 'backup', 'restore'],
    );
    for (const words of all.filter((one) => !reading.includes(one.join(' '))))
      expect((await landfall(...words, '--help')).out).toContain('--dry-run');
  });
});

describe('a command that fails', () => {
  it('a landfall command reports an unreachable database in one line without the password', async () => {
    const away = staffOf('postgres://landfall:secret@127.0.0.1:1/nowhere');
    const { code, err } = await away('batches', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(/^cannot reach 127\.0\.0\.1:1\/nowhere .+\n$/);
    expect(err).not.toContain('secret');
  });

  it('a landfall command fails and names the variable if an environment variable is invalid', async () => {
    const { code, err } = await staffOf('mysql://x')('batches', 'list');
    expect(code).toBe(1);
    expect(err).toContain('DATABASE_URL');
  });

  it('a landfall command refuses a data folder without a database, and does not create an empty one there', async () => {
    const dataDir = await createDataFolder();
    const { code, out, err } = await staffOf('', { DATA_DIR: dataDir })('seats', 'reconcile');
    const advice = 'set DATA_DIR to that of the server';
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: `there is no database in ${dataDir} yet: ${advice}\n`,
    });
    expect(await readdir(dataDir)).toEqual([]);
  });
});

describe('the CLI process', () => {
  it('the CLI process exits with the exit code of its command', async () => {
    const run = promisify(execFile);
    await expect(run(process.execPath, [cli, 'wallet', 'debit'])).rejects.toMatchObject({ code: 2 });
    expect((await run(process.execPath, [cli, 'help'])).stdout).toContain('orders export');
  });

  it('the CLI process exits with code 0 when its output pipe is closed early', async () => {
    const child = spawn(process.execPath, [cli, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const errors: string[] = [];
    child.stderr.on('data', (chunk) => errors.push(String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, errors }).toEqual({ code: 0, errors: [] });
  });
});

it('the actor of an audit entry is the value of LANDFALL_ACTOR, or the operating-system user if the variable is blank', () => {
  expect(readActor({ LANDFALL_ACTOR: ' Priya ' })).toBe('Priya');
  expect(readActor({ LANDFALL_ACTOR: '  ' })).toBe(userInfo().username);
});

describe('text in a terminal', () => {
  it('toPlain escapes terminal control characters and keeps non-Latin letters', () => {
    expect(toPlain('Asha\u202e\u001b[2J\nNair\u2066')).toBe('Asha\\u202e\\u001b[2J\\nNair\\u2066');
    expect(toPlain('മീര\u200dദാസ് نور 李')).toBe('മീര\u200dദാസ് نور 李');
  });

  it('columnsOf returns how many terminal columns a text with wide and combined characters takes', () => {
    expect(['abc', 'é', 'e\u0301', '李', '👩‍✈️'].map(columnsOf)).toEqual([3, 1, 1, 2, 2]);
  });

  it('printTable aligns the columns of each page and widens the columns when a later page needs more space', async () => {
    const printed: string[] = [];
    const pages = [
      [
        { name: '李', n: 5 },
        { name: 'Nair', n: 12 },
      ],
      [{ name: 'Ramanathan', n: 123_456 }],
    ];
    const columns = [
      { title: 'name', of: (row: { name: string }) => row.name },
      { title: 'n', of: (row: { n: number }) => row.n, isNumber: true },
    ];
    const count = await printTable(async (text) => void printed.push(text), columns, pages);
    expect(count).toBe(3);
    expect(printed.join('')).toBe('name   n\n李     5\nNair  12\nRamanathan  123456\n');
  });
});

it('amounts in rupees are parsed and printed exact to the paisa', () => {
  const read = (text: string) => rupeesArg.safeParse(text).data;
  expect(['1', '1.5', '1.05', '1234.56', '10000000', '0.29'].map(read)).toEqual([100, 150, 105, 123_456, 1e9, 29]);
  expect(['0', '0.00', '1.005', '-1', '1e3', '', '10000000.01', '१'].map(read)).toEqual(Array(8).fill(undefined));
  expect([0, 5, 50, 123_456, -7].map(rupeesOf)).toEqual(['0.00', '0.05', '0.50', '1234.56', '-0.07']);
});
