// The command `npm run paths`: lists, generates and replays paths through the state machines (docs/path-lab.md). It is
// started by `e2e/paths/paths-command.ts`, which passes in the code that replays them in a browser.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Flow, findFlow, flows } from './flows.ts';
import { type PathFile, readPathFile } from './path-file.ts';
import { type PathKind, pathGenerator, pathKinds } from './paths/generate-paths.ts';
import { describeEvent } from './paths/path-events.ts';
import { coverageOf, isForOlderChart, replayPath } from './paths/replay-path.ts';

/** Functions that print a line to standard output and standard error. Tests pass functions that collect the lines. */
type Printer = { out: (line: string) => void; err: (line: string) => void };

type ReplayedPath = { file: PathFile; result: 'asWritten' | 'different' | 'impossible' };

/**
 * Replays paths on the screens of the built site (`e2e/paths/replay-in-browser.ts`). `onReplayed` is called after each
 * path, with the text to print about it. `report`: the file name of the report page.
 */
type BrowserReplay = {
  isSiteBuilt: () => boolean;
  replayInBrowser: (
    files: readonly PathFile[],
    onReplayed: (path: ReplayedPath, text: string) => void,
  ) => Promise<{ walks: readonly ReplayedPath[]; report: string }>;
};

/**
 * Loads the code that replays paths in a browser; called only if a command needs it. Tests pass a function that loads a
 * replacement without a browser.
 */
type LoadBrowserReplay = () => Promise<BrowserReplay>;

/**
 * Thrown if the arguments are invalid, if something that they name is missing or unreadable, or if the site or the
 * browser cannot be started. Only the message is printed, without a stack trace.
 */
export class UsageError extends Error {}

/** The command's exit codes. */
const exitCodes = {
  ok: 0,
  /** A state machine did not do what a path says. */
  different: 1,
  /** A `UsageError` was thrown. */
  usage: 2,
  /** Every state machine did what its path says, but a path has a step that no screen can do. */
  impossible: 3,
} as const;

const usage = `npm run paths [list]
  lists the machines, how many paths each has, and how many of its states and transitions the covering paths visit

npm run paths -- generate [machine] [--kind covering|shortest|simple] [--out folder]
  prints the paths of one machine or of all, or writes each to a file such as login-covering-001.json
    covering   a few paths that together take every transition that a screen can cause (the default)
    shortest   the shortest path to each state
    simple     every path that visits no state twice

npm run paths -- replay <file…> [--browser]
  replays each file on a copy of its machine; with --browser in Chromium, screen by screen, with a report, on the site
  that npm run build has built

Exits with 0 if everything is as written, with 1 if something differs, with 2 if an argument or a file is wrong, the
site is not built, or the site or the browser does not start, and with 3 if nothing differs but a path has a step that
cannot be done on the screens.`;

const knownMachines = flows.map(({ machine }) => machine.id).join(', ');
const columnWidths = [18, 10, 10, 12, 12, 14];
const tableRow = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) => String(cell).padEnd(columnWidths[index] ?? 0))
    .join('')
    .trimEnd();

async function listPaths(args: string[], { out }: Printer): Promise<number> {
  parseArgs({ args, options: {} });
  out(tableRow(['machine', 'covering', 'shortest', 'simple', 'states', 'transitions']));
  let isComplete = true;
  for (const flow of flows) {
    const pathsOf = pathGenerator(flow);
    const covering = pathsOf('covering');
    const { states, transitions, missed } = await coverageOf(flow, covering);
    const counts = [covering.length, pathsOf('shortest').length, pathsOf('simple').length];
    out(tableRow([flow.machine.id, ...counts, states.join(' of '), transitions.join(' of ')]));
    for (const name of missed) out(`  no path visits ${name}`);
    if (missed.length > 0) isComplete = false;
  }
  return isComplete ? exitCodes.ok : exitCodes.different;
}

/**
 * Resolves a file name relative to the folder in which the user typed the command, although npm runs scripts in the
 * project's folder.
 */
const fromCaller = (name: string) => resolve(process.env.INIT_CWD ?? '', name);

function readKind(argument: string): PathKind {
  const kind = pathKinds.find((each) => each === argument);
  if (!kind) throw new UsageError(`unknown kind “${argument}”; use one of ${pathKinds.join(', ')}`);
  return kind;
}

function chosenFlows([id, ...more]: string[]): readonly Flow[] {
  if (more.length > 0) throw new UsageError(`name one machine, or none for all; unexpected “${more[0]}”`);
  if (id === undefined) return flows;
  const flow = findFlow(id);
  if (!flow) throw new UsageError(`there is no machine “${id}”; use one of ${knownMachines}`);
  return [flow];
}

function printPath({ title, start, steps }: PathFile, { out }: Printer): void {
  out(title);
  out(`   0  ${start.state}`);
  for (const [index, { event, expect }] of steps.entries())
    out(`${String(index + 1).padStart(4)}  ${describeEvent(event)} → ${expect.state}`);
}

async function writePaths(paths: readonly PathFile[], kind: PathKind, folder: string): Promise<void> {
  const fail = (error: Error) => {
    throw new UsageError(`${folder}: ${error.message}`);
  };
  await mkdir(folder, { recursive: true }).catch(fail);
  for (const [index, path] of paths.entries()) {
    const name = `${path.machine}-${kind}-${String(index + 1).padStart(3, '0')}.json`;
    await writeFile(join(folder, name), `${JSON.stringify(path, null, 2)}\n`).catch(fail);
  }
}

async function generatePaths(args: string[], printer: Printer): Promise<number> {
  const options = { kind: { type: 'string', default: 'covering' }, out: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const kind = readKind(values.kind);
  let count = 0;
  for (const flow of chosenFlows(positionals)) {
    const paths = pathGenerator(flow)(kind);
    count += paths.length;
    if (values.out === undefined) for (const path of paths) printPath(path, printer);
    else await writePaths(paths, kind, fromCaller(values.out));
  }
  printer.out(values.out === undefined ? `${count} paths` : `${count} paths written to ${values.out}`);
  return exitCodes.ok;
}

async function readText(name: string): Promise<string> {
  try {
    return await readFile(fromCaller(name), 'utf8');
  } catch (error) {
    throw new UsageError(`${name}: ${error instanceof Error ? error.message : error}`);
  }
}

async function readFiles(names: readonly string[]): Promise<[name: string, file: PathFile][]> {
  const results = await Promise.all(names.map(async (name) => ({ name, ...readPathFile(await readText(name)) })));
  const errors = results.flatMap(({ name, trouble }) => (trouble === null ? [] : `${name}: ${trouble}`));
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  const files = results.flatMap(({ name, file }): [string, PathFile][] => (file ? [[name, file]] : []));
  const strangers = files.filter(([, { machine }]) => !findFlow(machine));
  const strange = strangers.map(
    ([name, { machine }]) => `${name}: there is no machine “${machine}”; use one of ${knownMachines}`,
  );
  if (strange.length > 0) throw new UsageError(strange.join('\n'));
  return files;
}

function noteAge(file: PathFile, { out }: Printer): void {
  const flow = findFlow(file.machine);
  if (flow && isForOlderChart(flow, file)) out(`            made for an older version of ${file.machine}`);
}

/** Replays one path and prints the result. @returns whether the state machine did what the path says */
async function replayOne(name: string, file: PathFile, printer: Printer): Promise<boolean> {
  const difference = (await replayPath(file))?.difference ?? null;
  const result = difference
    ? `DIFFERENT   ${name}: ${difference.message}`
    : `as written  ${name} (${file.steps.length} steps)`;
  printer.out(result);
  noteAge(file, printer);
  return difference === null;
}

async function replayOnSite(files: readonly PathFile[], printer: Printer, load: LoadBrowserReplay): Promise<number> {
  const { isSiteBuilt, replayInBrowser } = await load();
  if (!isSiteBuilt()) throw new UsageError('the site is not built: run npm run build first');
  const { walks, report } = await replayInBrowser(files, ({ file }, text) => {
    printer.out(text);
    noteAge(file, printer);
  });
  printer.out(`Report: ${report}`);
  const results = walks.map(({ result }) => result);
  if (results.includes('different')) return exitCodes.different;
  return results.includes('impossible') ? exitCodes.impossible : exitCodes.ok;
}

async function replayPaths(args: string[], printer: Printer, load: LoadBrowserReplay): Promise<number> {
  const options = { browser: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length === 0) throw new UsageError('no files given; use npm run paths -- replay <file…>');
  const files = await readFiles(positionals);
  if (values.browser)
    return replayOnSite(
      files.map(([, file]) => file),
      printer,
      load,
    );
  const results: boolean[] = [];
  for (const [name, file] of files) results.push(await replayOne(name, file, printer));
  return results.every(Boolean) ? exitCodes.ok : exitCodes.different;
}

const commands: Record<string, (args: string[], printer: Printer, load: LoadBrowserReplay) => Promise<number>> = {
  list: listPaths,
  generate: generatePaths,
  replay: replayPaths,
};

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Runs one command of `npm run paths`, given as its arguments, and returns the exit code. */
export async function runPaths(
  [name = 'list', ...args]: string[],
  printer: Printer,
  load: LoadBrowserReplay,
): Promise<number> {
  if (name === 'help' || [name, ...args].some((each) => each === '--help' || each === '-h')) {
    printer.out(usage);
    return exitCodes.ok;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  try {
    if (!command) throw new UsageError(`there is no command “${name}”\n\n${usage}`);
    return await command(args, printer, load);
  } catch (error) {
    if (!(error instanceof UsageError) && !isArgumentError(error)) throw error;
    printer.err(error.message);
    return exitCodes.usage;
  }
}
