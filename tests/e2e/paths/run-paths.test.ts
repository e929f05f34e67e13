import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPaths } from '../../../e2e/paths/run-paths.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-paths-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function paths(...words: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runPaths(words, { out: (line) => out.push(line), err: (line) => err.push(line) });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const placeOf = (name: string) => join(folder, name);
async function written(machine: string): Promise<string> {
  await paths('generate', machine, '--out', folder);
  const name = readdirSync(folder).find((each) => each.startsWith(`${machine}-covering-001`));
  return placeOf(name ?? 'none');
}
function changed(file: string, change: (path: { steps: { expect: { state: string } }[] }) => void): string {
  const path = JSON.parse(readFileSync(file, 'utf8'));
  change(path);
  const place = placeOf('changed.json');
  writeFileSync(place, JSON.stringify(path));
  return place;
}

it('lists every machine with its paths and whole coverage', { timeout: 120_000 }, async () => {
  const { code, out } = await paths();
  expect(code).toBe(0);
  const rows = out.split('\n').slice(1);
  expect(rows).toHaveLength(9);
  for (const row of rows) expect(row).toMatch(/^\w+( +[1-9]\d*){3} +(\d+) of \2 +(\d+) of \3$/);
});

it('prints a machine’s paths to be read', async () => {
  const { out } = await paths('generate', 'forgotPassword');
  expect(out).toContain('forgotPassword: covering path 1');
  expect(out).toContain('email.submit (email: student.email) → sendingLink');
  expect(out).toContain('sendLink done alreadySent → ');
});

it('writes paths as files, and replays them as they are', async () => {
  const file = await written('login');
  expect(await paths('replay', file)).toEqual({
    code: 0,
    out: expect.stringMatching(/^as written {2}.+ steps\)$/),
    err: '',
  });
});

it('ends with 1 and says at which step and how a path differs', async () => {
  const file = changed(await written('login'), ({ steps }) => {
    const [first] = steps;
    if (first) first.expect.state = 'signedIn';
  });
  const { code, out } = await paths('replay', file);
  expect(code).toBe(1);
  expect(out).toMatch(/^DIFFERENT .+ Step 1 of \d+, after “.+”: the path says “signedIn”, the machine is in “\w+”\.$/);
});

it('ends with 1 and names what changed where a path is of an older machine', async () => {
  const file = await written('login');
  const older = readFileSync(file, 'utf8').replace(/"chart": "\w+"/, '"chart": "00000000"');
  writeFileSync(file, older.replaceAll('"lookingUp"', '"searching"'));
  const { code, out } = await paths('replay', file);
  expect(code).toBe(1);
  expect(out).toContain('made for an older login; since then:');
  expect(out).toContain('- The state “searching” is no more.');
});

it('ends with 2 and names the place where a file is damaged, missing or no path', async () => {
  const file = placeOf('damaged.json');
  writeFileSync(file, '{\n  "format": landfall\n}');
  expect(await paths('replay', file)).toEqual({
    code: 2,
    out: '',
    err: `${file}: line 2, column 13: a value has to stand here`,
  });
  expect((await paths('replay', placeOf('gone.json'))).err).toContain('there is no such file');
  expect((await paths('replay', folder)).err).toContain('is a folder');
  writeFileSync(file, '{}');
  expect((await paths('replay', file)).err).toContain('format: is no path file of this site');
});

it.each([
  [['sail'], 'there is no command “sail”'],
  [['generate', 'ferry'], 'there is no machine “ferry”; there are addToCart, checkout'],
  [['generate', 'login', '--kind', 'longest'], 'there are no “longest” paths; say covering, shortest, simple'],
  [['generate', 'login', 'checkout'], '“checkout” is too much'],
  [['replay'], 'which files?'],
  [['replay', '--fast', 'x.json'], "Unknown option '--fast'"],
  [['planted', 'ferry'], 'there is no machine “ferry”'],
])('answers %j with 2 and what is wrong', async (words, told) => {
  const { code, err } = await paths(...words);
  expect(code).toBe(2);
  expect(err).toContain(told);
});

it.each(['list', 'generate', 'replay', 'planted'])('tells how %s is used', async (command) => {
  const { code, out } = await paths(command, '--help');
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^npm run paths .*${command}`));
  expect((await paths('--help')).out).toContain(command);
});

it('plants faults and tells which are caught', async () => {
  const { code, out } = await paths('planted', 'resetPassword');
  expect(code).toBe(0);
  expect(out).toMatch(/resetPassword: wrong target: (\d+) of \1 caught/);
  expect(out).toMatch(/caught: .+: .+ is not asked\. /);
});
