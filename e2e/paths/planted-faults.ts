import { parseArgs } from 'node:util';
import type { PathFile } from '../../contract/path-file.ts';
import { type Flow, findFlow, flows } from '../../machines/paths/flows.ts';
import { pathWriter } from '../../machines/paths/path-kinds.ts';
import { type Planted, plantFaults } from '../../machines/paths/planted.ts';
import { replayOn } from '../../machines/paths/replay-path.ts';
import { type Command, exitCodes, WrongUse } from './command-line.ts';

/** What replay says of a machine with a fault: the first difference on any of the sound machine's paths. */
async function findFault(flow: Flow, { machine }: Planted, paths: readonly PathFile[]): Promise<string | null> {
  for (const path of paths) {
    const { difference } = await replayOn({ ...flow, machine }, path);
    if (difference) return `${path.title}: ${difference.words}`;
  }
  return null;
}

async function plantInSite(): Promise<number> {
  const { plantedInBrowser } = await import('./browser/planted-in-browser.ts');
  return plantedInBrowser();
}

export const plantedFaults: Command = {
  name: 'planted',
  does: 'plants a fault at every transition and guard and says which of them replay catches',
  help: `npm run paths -- planted [machine] [--all]
npm run paths -- planted --browser

Makes a copy of the machine for each transition, with another target, and for each guard, which is not asked any more, and replays
the sound machine's covering paths on it. One caught fault of each kind is told in full, and every one that was missed; --all tells
every one. Wrong texts are the browser's part. Ends with 1 where a machine has a kind of fault of which none was caught.

--browser builds copies of the site with a wrong text, a wrong target and a missing guard in each of the five machines that a
student meets, and walks paths in them; it takes some minutes. Ends with 1 where one of these is not seen.`,
  run: async (words, { out }) => {
    const options = { all: { type: 'boolean', default: false }, browser: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    if (values.browser) return plantInSite();
    const [id] = positionals;
    const one = id === undefined ? null : findFlow(id);
    if (id !== undefined && !one) throw new WrongUse(`there is no machine “${id}”`);
    let isCaught = true;
    for (const flow of one ? [one] : flows) {
      const paths = pathWriter(flow)('covering');
      const planted = plantFaults(flow.machine);
      for (const kind of ['wrong target', 'missing guard'] as const) {
        const ofKind = planted.filter((each) => each.kind === kind);
        let caught = 0;
        for (const fault of ofKind) {
          const found = await findFault(flow, fault, paths);
          if (!found)
            out(`  missed: ${fault.where}: ${fault.what} (no state differs, only what the machine remembers)`);
          else if (caught === 0 || values.all) out(`  caught: ${fault.where}: ${fault.what}. ${found}`);
          if (found) caught += 1;
        }
        out(`${flow.machine.id}: ${kind}: ${caught} of ${ofKind.length} caught`);
        if (ofKind.length > 0 && caught === 0) isCaught = false;
      }
    }
    return isCaught ? exitCodes.well : exitCodes.different;
  },
};
