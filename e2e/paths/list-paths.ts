import { parseArgs } from 'node:util';
import { coverageOf } from '../../machines/paths/coverage.ts';
import { flows } from '../../machines/paths/flows.ts';
import { pathWriter } from '../../machines/paths/path-kinds.ts';
import { type Command, exitCodes } from './command-line.ts';

const columns = [18, 10, 10, 12, 12, 14] as const;
const row = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, at) => String(cell).padEnd(columns[at] ?? 0))
    .join('')
    .trimEnd();

export const listPaths: Command = {
  name: 'list',
  does: 'lists the machines, how many paths each has, and what the covering ones come by',
  help: `npm run paths [list]

Lists every machine with the number of its covering, shortest and simple paths, and how many of its states and
transitions the covering paths come by when they are replayed.`,
  run: async (words, { out }) => {
    parseArgs({ args: words, options: {} });
    out(row(['machine', 'covering', 'shortest', 'simple', 'states', 'transitions']));
    let isWhole = true;
    for (const flow of flows) {
      const pathsOf = pathWriter(flow);
      const covering = pathsOf('covering');
      const { states, transitions, missed } = await coverageOf(flow, covering);
      const counts = [covering.length, pathsOf('shortest').length, pathsOf('simple').length];
      out(row([flow.machine.id, ...counts, states.join(' of '), transitions.join(' of ')]));
      for (const name of missed) out(`  no path comes by ${name}`);
      if (missed.length > 0) isWhole = false;
    }
    return isWhole ? exitCodes.well : exitCodes.different;
  },
};
