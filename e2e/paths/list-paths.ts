import { parseArgs } from 'node:util';
import { coverageOf } from '../../machines/paths/coverage.ts';
import { flows } from '../../machines/paths/flows.ts';
import { pathGenerator } from '../../machines/paths/path-kinds.ts';
import { type Command, exitCodes } from './command-line.ts';

const columns = [18, 10, 10, 12, 12, 14] as const;
const row = (cells: readonly (string | number)[]) =>
  cells
    .map((cell, index) => String(cell).padEnd(columns[index] ?? 0))
    .join('')
    .trimEnd();

export const listPaths: Command = {
  name: 'list',
  summary: 'lists the machines, their numbers of paths, and the coverage of the covering paths',
  help: `npm run paths [list]

Lists every machine with the numbers of its covering, shortest and simple paths, and how many of its states and
transitions the covering paths visit when they are replayed.`,
  run: async (args, { out }) => {
    parseArgs({ args, options: {} });
    out(row(['machine', 'covering', 'shortest', 'simple', 'states', 'transitions']));
    let isComplete = true;
    for (const flow of flows) {
      const pathsOf = pathGenerator(flow);
      const covering = pathsOf('covering');
      const { states, transitions, missed } = await coverageOf(flow, covering);
      const counts = [covering.length, pathsOf('shortest').length, pathsOf('simple').length];
      out(row([flow.machine.id, ...counts, states.join(' of '), transitions.join(' of ')]));
      for (const name of missed) out(`  no path visits ${name}`);
      if (missed.length > 0) isComplete = false;
    }
    return isComplete ? exitCodes.ok : exitCodes.different;
  },
};
