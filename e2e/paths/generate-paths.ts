import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { PathEvent, PathFile } from '../../contract/path-file.ts';
import { type Flow, findFlow, flows } from '../../machines/paths/flows.ts';
import { type PathKind, pathKinds, pathWriter } from '../../machines/paths/path-kinds.ts';
import { type Command, exitCodes, type Printer, WrongUse } from './command-line.ts';

function readKind(word: string): PathKind {
  const kind = pathKinds.find((each) => each === word);
  if (!kind) throw new WrongUse(`there are no “${word}” paths; say ${pathKinds.join(', ')}`);
  return kind;
}

function chosenFlows([id, ...more]: string[]): readonly Flow[] {
  if (more.length > 0) throw new WrongUse(`one machine at a time, or none for all; “${more[0]}” is too much`);
  if (id === undefined) return flows;
  const flow = findFlow(id);
  if (!flow)
    throw new WrongUse(`there is no machine “${id}”; there are ${flows.map(({ machine }) => machine.id).join(', ')}`);
  return [flow];
}

function eventWords({ type, outcome, ...payload }: PathEvent): string {
  const values = Object.entries(payload).map(([field, value]) => {
    const isFixture = typeof value === 'object' && value !== null && 'fixture' in value;
    return `${field}: ${isFixture ? value.fixture : JSON.stringify(value)}`;
  });
  return [type, outcome, values.length > 0 ? `(${values.join(', ')})` : ''].filter(Boolean).join(' ');
}

function printPath({ title, start, steps }: PathFile, { out }: Printer): void {
  out(title);
  out(`   0  ${start.state}`);
  for (const [at, { event, expect }] of steps.entries())
    out(`${String(at + 1).padStart(4)}  ${eventWords(event)} → ${expect.state}`);
}

async function writePaths(paths: readonly PathFile[], kind: PathKind, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [at, path] of paths.entries()) {
    const name = `${path.machine}-${kind}-${String(at + 1).padStart(3, '0')}.json`;
    await writeFile(join(folder, name), `${JSON.stringify(path, null, 2)}\n`);
  }
}

export const generatePaths: Command = {
  name: 'generate',
  does: 'prints the paths of a machine, or of all, or writes them as files',
  help: `npm run paths -- generate [machine] [--kind covering|shortest|simple] [--out folder]

  covering   few paths that together take every transition and show every refusal (what is made unless told otherwise)
  shortest   the shortest path to each state
  simple     every path that comes to no state twice

Without --out the paths are printed to be read; with it each becomes a file, e.g. login-covering-001.json.`,
  run: async (words, printer) => {
    const options = { kind: { type: 'string', default: 'covering' }, out: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const kind = readKind(values.kind);
    // npm changes to the project's folder: names count from where the command was typed.
    const folder = values.out === undefined ? null : resolve(process.env.INIT_CWD ?? '', values.out);
    let count = 0;
    for (const flow of chosenFlows(positionals)) {
      const paths = pathWriter(flow)(kind);
      count += paths.length;
      if (folder === null) for (const path of paths) printPath(path, printer);
      else await writePaths(paths, kind, folder);
    }
    printer.out(values.out === undefined ? `${count} paths` : `${count} paths written to ${values.out}`);
    return exitCodes.well;
  },
};
