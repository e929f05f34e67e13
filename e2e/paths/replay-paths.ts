import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { PathFile } from '../../contract/path-file.ts';
import { readPathFile } from '../../contract/read-path-file.ts';
import { flows } from '../../machines/paths/flows.ts';
import { replayPath } from '../../machines/paths/replay-path.ts';
import { type Command, exitCodes, type Printer, UsageError } from './command-line.ts';

async function readText(name: string): Promise<string> {
  try {
    // npm runs scripts in the project's folder. Resolve names from the folder in which the command was typed.
    return await readFile(resolve(process.env.INIT_CWD ?? '', name), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const reason =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'is a folder' : String(code ?? error);
    throw new UsageError(`${name}: ${reason}`);
  }
}

async function readFiles(names: readonly string[]): Promise<[name: string, file: PathFile][]> {
  const read: [string, PathFile][] = [];
  const errors: string[] = [];
  for (const name of names) {
    const { file, trouble } = readPathFile(await readText(name));
    if (file) read.push([name, file]);
    else errors.push(`${name}: ${trouble}`);
  }
  if (errors.length > 0) throw new UsageError(errors.join('\n'));
  return read;
}

async function replayOne(name: string, file: PathFile, { out }: Printer): Promise<boolean> {
  const replay = await replayPath(file);
  if (!replay) {
    out(
      `DIFFERENT   ${name}: there is no machine “${file.machine}”; the machines are ${flows.map(({ machine }) => machine.id).join(', ')}`,
    );
    return false;
  }
  const { difference, isOlder, changes } = replay;
  out(difference ? `DIFFERENT   ${name}: ${difference.message}` : `as written  ${name} (${file.steps.length} steps)`);
  if (isOlder)
    out(
      `            made for an older version of ${file.machine}${changes.length > 0 ? '; changes since then:' : '; nothing that it uses has changed'}`,
    );
  for (const change of changes) out(`            - ${change}`);
  return difference === null;
}

async function replayInSite(files: PathFile[]): Promise<number> {
  const { replayInBrowser } = await import('./browser/replay-in-browser.ts');
  return replayInBrowser(files);
}

export const replayPaths: Command = {
  name: 'replay',
  summary: 'replays path files and reports the step at which they differ',
  help: `npm run paths -- replay <file…> [--browser]

Replays each file on a copy of its machine, without a browser. --browser replays it in Chromium on the built site, screen by
screen, and writes a report with screenshots (run npm run build first).

Exits with 0 if every path goes as its file says, with 1 if one differs, and with 2 if a file cannot be read.`,
  run: async (args, printer) => {
    const options = { browser: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (positionals.length === 0) throw new UsageError('no files given; use npm run paths -- replay <file…>');
    const files = await readFiles(positionals);
    if (values.browser) return replayInSite(files.map(([, file]) => file));
    let isEqual = true;
    for (const [name, file] of files) isEqual = (await replayOne(name, file, printer)) && isEqual;
    return isEqual ? exitCodes.ok : exitCodes.different;
  },
};
