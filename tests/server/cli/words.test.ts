import { execFile, spawn } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { readActor } from '../../../server/cli/actor.ts';
import { commands } from '../../../server/cli/commands.ts';
import { columnsOf, toPlain } from '../../../server/cli/plain-text.ts';
import { printTable } from '../../../server/cli/print-table.ts';
import { rupeesOf } from '../../../server/cli/rupees.ts';
import { rupeesWord } from '../../../server/cli/word-schemas.ts';
import { staffOf } from './staff.ts';

// A busy machine takes its time to start a process.
vi.setConfig({ testTimeout: 30_000 });

const landfall = staffOf('postgres://nobody@127.0.0.1:1/nowhere');
const cli = join(import.meta.dirname, '../../../server/cli/landfall.ts');
const all = Object.entries(commands).flatMap(([name, { actions }]) => actions.map((action) => [name, action.name]));

describe('help', () => {
  it('lists every command, without a command too', async () => {
    const asked = await landfall('--help');
    expect(asked).toMatchObject({ code: 0, err: '' });
    const listed = [...asked.out.matchAll(/^ {2}(\S+ \S+) {2}/gm)].map(([, name]) => name?.trim());
    expect(listed).toEqual(all.map((words) => words.join(' ')));
    expect(all).toHaveLength(19);
    const without = await landfall();
    expect(without).toEqual({ code: 2, out: '', err: asked.out });
  });

  it.each(all)('is there for %s %s, without a database', async (name, action) => {
    for (const words of [['--help'], ['-h'], ['nonsense', '--help']]) {
      const { code, out, err } = await landfall(name ?? '', action ?? '', ...words);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain(`Usage: landfall ${name} ${action}`);
      expect(out).toContain('Exit code 0: done; 1: refused or failed, nothing was changed; 2: wrong use.');
    }
  });

  it('of a command lists its actions', async () => {
    const { code, out } = await landfall('batches', '--help');
    expect(code).toBe(0);
    expect(out).toContain('landfall batches set-seats <batch id> <capacity> [options]');
    expect(await landfall('batches', 'paint')).toMatchObject({ code: 2, out: '' });
    expect(await landfall('batches')).toMatchObject({ code: 2, out: '' });
  });

  it('says which changing commands have a dry run: all of them', async () => {
    const reading = [
      'content check',
      'content load',
      'orders export',
      'orders show',
      'refunds list',
      'batches list',
    ].concat(['settings list', 'submissions list', 'mail list']);
    for (const words of all.filter((one) => !reading.includes(one.join(' '))))
      expect((await landfall(...words, '--help')).out).toContain('--dry-run');
  });
});

describe('a command that fails', () => {
  it('says in one line that the database can not be reached, without the password', async () => {
    const away = staffOf('postgres://landfall:secret@127.0.0.1:1/nowhere');
    const { code, err } = await away('batches', 'list');
    expect(code).toBe(1);
    expect(err).toMatch(/^cannot reach 127\.0\.0\.1:1\/nowhere .+\n$/);
    expect(err).not.toContain('secret');
  });

  it('names a bad variable', async () => {
    const { code, err } = await staffOf('mysql://x')('batches', 'list');
    expect(code).toBe(1);
    expect(err).toContain('DATABASE_URL');
  });
});

describe('the process', () => {
  it('ends with the command’s exit code', async () => {
    const run = promisify(execFile);
    await expect(run(process.execPath, [cli, 'wallet', 'debit'])).rejects.toMatchObject({ code: 2 });
    expect((await run(process.execPath, [cli, 'help'])).stdout).toContain('orders export');
  });

  it('ends in peace when its reader has gone', async () => {
    const child = spawn(process.execPath, [cli, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const told: string[] = [];
    child.stderr.on('data', (chunk) => told.push(String(chunk)));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, told }).toEqual({ code: 0, told: [] });
  });
});

it('names the actor by LANDFALL_ACTOR, else by the user of the system', () => {
  expect(readActor({ LANDFALL_ACTOR: ' Priya ' })).toBe('Priya');
  expect(readActor({ LANDFALL_ACTOR: '  ' })).toBe(userInfo().username);
});

describe('text in a terminal', () => {
  it('shows what would steer it', () => {
    expect(toPlain('Asha\u202e\u001b[2J\nNair\u2066')).toBe('Asha\\u202e\\u001b[2J\\nNair\\u2066');
    expect(toPlain('മീര\u200dദാസ് نور 李')).toBe('മീര\u200dദാസ് نور 李');
  });

  it('is as wide as it looks', () => {
    expect(['abc', 'é', 'e\u0301', '李', '👩‍✈️'].map(columnsOf)).toEqual([3, 1, 1, 2, 2]);
  });

  it('stands in columns, page after page', async () => {
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

it('reads and writes rupees to the paisa', () => {
  const read = (text: string) => rupeesWord.safeParse(text).data;
  expect(['1', '1.5', '1.05', '1234.56', '10000000', '0.29'].map(read)).toEqual([100, 150, 105, 123_456, 1e9, 29]);
  expect(['0', '0.00', '1.005', '-1', '1e3', '', '10000000.01', '१'].map(read)).toEqual(Array(8).fill(undefined));
  expect([0, 5, 50, 123_456, -7].map(rupeesOf)).toEqual(['0.00', '0.05', '0.50', '1234.56', '-0.07']);
});
