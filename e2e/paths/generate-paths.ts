import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { PathFile } from '../../contract/path-file.ts';
import { type Flow, findFlow, flows } from '../../machines/paths/flows.ts';
import { describeEvent } from '../../machines/paths/path-events.ts';
import { type PathKind, pathGenerator, pathKinds } from '../../machines/paths/path-kinds.ts';
import { type Command, exitCodes, type Printer, UsageError } from './command-line.ts';

function readKind(argument: string): PathKind {
  const kind = pathKinds.find((each) => each === argument);
  if (!kind) throw new UsageError(`unknown kind “${argument}”; use one of ${pathKinds.join(', ')}`);
  return kind;
}

function chosenFlows([id, ...more]: string[]): readonly Flow[] {
  if (more.length > 0) throw new UsageError(`name one machine, or none for all; unexpected “${more[0]}”`);
  if (id === undefined) return flows;
  const flow = findFlow(id);
  if (!flow)
    throw new UsageError(
      `there is no machine “${id}”; use one of ${flows.map(({ machine }) => machine.id).join(', ')}`,
    );
  return [flow];
}

function printPath({ title, start, steps }: PathFile, { out }: Printer): void {
  out(title);
  out(`   0  ${start.state}`);
  for (const [index, { event, expect }] of steps.entries())
    out(`${String(index + 1).padStart(4)}  ${describeEvent(event)} → ${expect.state}`);
}

async function writePaths(paths: readonly PathFile[], kind: PathKind, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [index, path] of paths.entries()) {
    const name = `${path.machine}-${kind}-${String(index + 1).padStart(3, '0')}.json`;
    await writeFile(join(folder, name), `${JSON.stringify(path, null, 2)}\n`);
  }
}

export const generatePaths: Command = {
  name: 'generate',
  summary: 'prints the paths of one machine or of all machines, or writes them to files',
  help: `npm run paths -- generate [machine] [--kind covering|shortest|simple] [--out folder]

  covering   a few paths that together take every transition and show every rejected event (the default)
  shortest   the shortest path to each state
  simple     every path that visits no state twice

Without --out the paths are printed as text. With --out each path is written to a file, e.g. login-covering-001.json.`,
  run: async (args, printer) => {
    const options = { kind: { type: 'string', default: 'covering' }, out: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const kind = readKind(values.kind);
    // npm runs scripts in the project's folder. Resolve names from the folder in which the command was typed.
    const folder = values.out === undefined ? null : resolve(process.env.INIT_CWD ?? '', values.out);
    let count = 0;
    for (const flow of chosenFlows(positionals)) {
      const paths = pathGenerator(flow)(kind);
      count += paths.length;
      if (folder === null) for (const path of paths) printPath(path, printer);
      else await writePaths(paths, kind, folder);
    }
    printer.out(values.out === undefined ? `${count} paths` : `${count} paths written to ${values.out}`);
    return exitCodes.ok;
  },
};
