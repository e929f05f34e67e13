import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWalk } from '../../e2e/paths/replay-in-browser.ts';
import type { PathWalk, WalkResult } from '../../e2e/paths/walk-path.ts';
import { runPaths } from '../../lab/cli.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'landfall-paths-test-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function paths(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const printer = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  const code = await runPaths(args, printer, () => Promise.reject(new Error('opens no browser')));
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** Runs `replay --browser` without a browser. `results`: the result of each path file, in the order of `files`. */
async function replayInBrowser(files: readonly string[], results: readonly WalkResult[], isBuilt = true) {
  const [out, err]: [string[], string[]] = [[], []];
  const printer = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  const code = await runPaths(['replay', ...files, '--browser'], printer, async () => ({
    isSiteBuilt: () => isBuilt,
    replayInBrowser: async (paths, onWalk) => {
      const walks = paths.map((file, index): PathWalk => {
        const result = results[index] ?? 'asWritten';
        const step = { event: 'the page opens', expected: 'email', actual: 'method', url: '', texts: [], faults: [] };
        const obstacle = result === 'impossible' ? 'no button' : null;
        return { file, result, steps: [{ ...step, obstacle, picture: null }], taken: [], milliseconds: 100 };
      });
      for (const walk of walks) onWalk(walk, describeWalk(walk));
      return { walks, report: 'report.html' };
    },
  }));
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const pathTo = (name: string) => join(folder, name);
async function generateFile(machine: string): Promise<string> {
  await paths('generate', machine, '--out', folder);
  const name = readdirSync(folder).find((each) => each.startsWith(`${machine}-covering-001`));
  return pathTo(name ?? 'none');
}
function changedCopy(file: string, change: (path: { steps: { expect: { state: string } }[] }) => void): string {
  const path = JSON.parse(readFileSync(file, 'utf8'));
  change(path);
  const copy = pathTo('changed.json');
  writeFileSync(copy, JSON.stringify(path));
  return copy;
}

it('the command “npm run paths” lists nine state machines, each with its numbers of paths and full coverage', {
  timeout: 300_000,
}, async () => {
  const { code, out } = await paths();
  expect(code).toBe(0);
  const rows = out.split('\n').slice(1);
  expect(rows).toHaveLength(9);
  for (const row of rows) expect(row).toMatch(/^\w+( +[1-9]\d*){3} +(\d+) of \2 +(\d+) of \3$/);
});

it('the command “npm run paths generate” prints the generated paths of a state machine as text', async () => {
  const { out } = await paths('generate', 'forgotPassword');
  expect(out).toContain('forgotPassword: covering path 1');
  expect(out).toContain('email.submit (email: student.email) → sendingLink');
  expect(out).toContain('sendLink done alreadySent → ');
});

it('a path file written by the command “npm run paths generate” is replayed by “npm run paths replay” without a difference', async () => {
  const file = await generateFile('login');
  expect(await paths('replay', file)).toEqual({
    code: 0,
    out: expect.stringMatching(/^as written {2}.+ steps\)$/),
    err: '',
  });
});

it('the command “npm run paths replay” exits with 1 and prints the step at which a state machine differs from its path file', async () => {
  const file = changedCopy(await generateFile('login'), ({ steps }) => {
    const [first] = steps;
    if (first) first.expect.state = 'signedIn';
  });
  const { code, out } = await paths('replay', file);
  expect(code).toBe(1);
  expect(out).toMatch(/^DIFFERENT .+ Step 1 of \d+, after “.+”: the path says “signedIn”, the machine is in “\w+”\.$/);
});

it('the command “npm run paths replay” exits with 1 and says that a path file was made for an older version of its state machine', async () => {
  const file = await generateFile('login');
  const older = readFileSync(file, 'utf8').replace(/"chart": "\w+"/, '"chart": "00000000"');
  writeFileSync(file, older.replaceAll('"lookingUp"', '"searching"'));
  const { code, out } = await paths('replay', file);
  expect(code).toBe(1);
  expect(out).toContain('the path says “searching”');
  expect(out).toContain('made for an older version of login');
});

it('the command “npm run paths replay” exits with 2 and lists the known state machines when a path file names an unknown one', async () => {
  const file = await generateFile('login');
  const stranger = pathTo('stranger.json');
  writeFileSync(stranger, readFileSync(file, 'utf8').replace('"machine": "login"', '"machine": "ferry"'));
  const { code, out, err } = await paths('replay', file, stranger);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/stranger\.json: there is no machine “ferry”; use one of addToCart, checkout/);
});

it.each([
  [0, ['asWritten', 'asWritten']],
  [3, ['asWritten', 'impossible']],
  [1, ['impossible', 'different']],
] as const)(
  'the command “npm run paths replay --browser” exits with %d when the results of its path files are %j',
  async (code, results) => {
    const file = await generateFile('login');
    const replay = await replayInBrowser([file, file], results);
    expect(replay.code).toBe(code);
    expect(replay.out).toMatch(/\nReport: report\.html$/);
  },
);

it('the command “npm run paths replay --browser” exits with 2 when the site is not built', async () => {
  const { code, out, err } = await replayInBrowser([await generateFile('login')], [], false);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain('the site is not built: run npm run build first');
});

it('the command “npm run paths generate” exits with 2 when the folder for the path files cannot be created', async () => {
  const file = await generateFile('login');
  const { code, err } = await paths('generate', 'login', '--out', join(file, 'inside'));
  expect(code).toBe(2);
  expect(err).toContain('ENOTDIR');
});

it('the command “npm run paths generate” exits with 2 when a path file cannot be written', async () => {
  const out = pathTo('taken');
  mkdirSync(join(out, 'login-covering-001.json'), { recursive: true });
  const { code, err } = await paths('generate', 'login', '--out', out);
  expect(code).toBe(2);
  expect(err).toMatch(/taken: EISDIR/);
});

it('the example path file in docs/path-lab.md replays on its state machine without a difference', async () => {
  const guide = readFileSync(new URL('../../docs/path-lab.md', import.meta.url), 'utf8');
  const example = pathTo('example.json');
  writeFileSync(example, /```json\n([\s\S]+?)```/.exec(guide)?.[1] ?? '');
  expect(await paths('replay', example)).toEqual({ code: 0, out: `as written  ${example} (2 steps)`, err: '' });
});

it('the command “npm run paths replay” names the problem when the given file is damaged, missing, a folder or not a path file', async () => {
  const file = pathTo('damaged.json');
  writeFileSync(file, '{\n  "format": landfall\n}');
  const { code, err } = await paths('replay', file);
  expect(code).toBe(2);
  expect(err).toMatch(/damaged\.json: no valid JSON at line 2, column 13$/);
  expect((await paths('replay', pathTo('gone.json'))).err).toContain('no such file');
  expect((await paths('replay', folder)).err).toContain('EISDIR');
  writeFileSync(file, '{}');
  expect((await paths('replay', file)).err).toContain('format: is no path file of this site');
});

it.each([
  [['sail'], 'there is no command “sail”'],
  [['generate', 'ferry'], 'there is no machine “ferry”; use one of addToCart, checkout'],
  [['generate', 'login', '--kind', 'longest'], 'unknown kind “longest”; use one of covering, shortest, simple'],
  [['generate', 'login', 'checkout'], 'unexpected “checkout”'],
  [['replay'], 'no files given'],
  [['replay', '--fast', 'x.json'], "Unknown option '--fast'"],
])(
  'the command “npm run paths” exits with 2 and names the mistake when its arguments are %j',
  async (args, message) => {
    const { code, err } = await paths(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  },
);

it.each(['list', 'generate', 'replay'])(
  'the option --help of the command “npm run paths” explains the subcommand %s',
  async (command) => {
    const { code, out } = await paths(command, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^npm run paths .*${command}`, 'm'));
    expect((await paths('--help')).out).toBe(out);
  },
);
