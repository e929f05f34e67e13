import { parseArgs } from 'node:util';
import type { PathFile } from '../../contract/path-file.ts';
import { type Flow, findFlow, flows } from '../../machines/paths/flows.ts';
import { pathGenerator } from '../../machines/paths/path-kinds.ts';
import { type PlantedFault, plantFaults } from '../../machines/paths/plant-faults.ts';
import { replayOn } from '../../machines/paths/replay-path.ts';
import { type Command, exitCodes, UsageError } from './command-line.ts';

/** Replays the paths on a machine with a fault and returns the first difference, or null if none is found. */
async function firstDifference(
  flow: Flow,
  { machine }: PlantedFault,
  paths: readonly PathFile[],
): Promise<string | null> {
  for (const path of paths) {
    const { difference } = await replayOn({ ...flow, machine }, path);
    if (difference) return `${path.title}: ${difference.message}`;
  }
  return null;
}

async function plantInSite(): Promise<number> {
  const { plantedInBrowser } = await import('./browser/planted-in-browser.ts');
  return plantedInBrowser();
}

export const plantedFaults: Command = {
  name: 'planted',
  summary: 'plants a fault at every transition and guard and lists which of them replays detect',
  help: `npm run paths -- planted [machine] [--all]
npm run paths -- planted --browser

Makes one copy of the machine with a wrong target for each transition, and one without the guard for each guard, and replays the
covering paths of the original machine on it. Prints one caught fault of each kind and every missed fault; --all prints every fault.
Exits with 1 if none of a machine's faults of one kind were caught.

--browser builds copies of the site with a wrong text, a wrong target and a missing guard in each of the five machines that have
screens for students, and walks paths in them. This takes some minutes. Exits with 1 if one of these faults is not detected.`,
  run: async (args, { out }) => {
    const options = { all: { type: 'boolean', default: false }, browser: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.browser) return plantInSite();
    const [id] = positionals;
    const one = id === undefined ? null : findFlow(id);
    if (id !== undefined && !one) throw new UsageError(`there is no machine “${id}”`);
    let isCaught = true;
    for (const flow of one ? [one] : flows) {
      const paths = pathGenerator(flow)('covering');
      const planted = plantFaults(flow.machine);
      for (const kind of ['wrong target', 'missing guard'] as const) {
        const ofKind = planted.filter((each) => each.kind === kind);
        let caught = 0;
        for (const fault of ofKind) {
          const found = await firstDifference(flow, fault, paths);
          if (!found) out(`  missed: ${fault.where}: ${fault.what} (no state differs, only the machine’s context)`);
          else if (caught === 0 || values.all) out(`  caught: ${fault.where}: ${fault.what}. ${found}`);
          if (found) caught += 1;
        }
        out(`${flow.machine.id}: ${kind}: ${caught} of ${ofKind.length} caught`);
        if (ofKind.length > 0 && caught === 0) isCaught = false;
      }
    }
    return isCaught ? exitCodes.ok : exitCodes.different;
  },
};
