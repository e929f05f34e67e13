import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { PathFile } from '../../contract/path-file.ts';
import { readPathFile } from '../../contract/read-path-file.ts';
import { flows } from '../../machines/paths/flows.ts';
import { replayPath } from '../../machines/paths/replay-path.ts';
import { type Command, exitCodes, type Printer, WrongUse } from './command-line.ts';

async function readText(name: string): Promise<string> {
  try {
    // npm changes to the project's folder: names count from where the command was typed.
    return await readFile(resolve(process.env.INIT_CWD ?? '', name), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'is a folder' : String(code ?? error);
    throw new WrongUse(`${name}: ${why}`);
  }
}

async function readFiles(names: readonly string[]): Promise<[name: string, file: PathFile][]> {
  const read: [string, PathFile][] = [];
  const troubles: string[] = [];
  for (const name of names) {
    const { file, trouble } = readPathFile(await readText(name));
    if (file) read.push([name, file]);
    else troubles.push(`${name}: ${trouble}`);
  }
  if (troubles.length > 0) throw new WrongUse(troubles.join('\n'));
  return read;
}

async function replayOne(name: string, file: PathFile, { out }: Printer): Promise<boolean> {
  const replay = await replayPath(file);
  if (!replay) {
    out(
      `DIFFERENT   ${name}: there is no machine “${file.machine}” (any more); there are ${flows.map(({ machine }) => machine.id).join(', ')}`,
    );
    return false;
  }
  const { difference, isOlder, changes } = replay;
  out(difference ? `DIFFERENT   ${name}: ${difference.words}` : `as written  ${name} (${file.steps.length} steps)`);
  if (isOlder)
    out(
      `            made for an older ${file.machine}${changes.length > 0 ? '; since then:' : ', with nothing changed that it uses'}`,
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
  does: 'replays path files and says at which step and how they differ',
  help: `npm run paths -- replay <file…> [--browser]

Replays each file on a copy of its machine, without a browser. --browser replays it in Chromium on the built site, screen by
screen, and writes a report with pictures (npm run build comes first).

Ends with 0 where every path goes as its file says, with 1 where one differs, with 2 where a file cannot be read.`,
  run: async (words, printer) => {
    const options = { browser: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    if (positionals.length === 0) throw new WrongUse('which files? npm run paths -- replay <file…>');
    const files = await readFiles(positionals);
    if (values.browser) return replayInSite(files.map(([, file]) => file));
    let isSame = true;
    for (const [name, file] of files) isSame = (await replayOne(name, file, printer)) && isSame;
    return isSame ? exitCodes.well : exitCodes.different;
  },
};
