import { type Browser, expect, test } from '@playwright/test';
import { findFlow } from '../lab/flows.ts';
import { pathGenerator } from '../lab/paths/generate-paths.ts';
import { drivenMachines } from './paths/driven-machines.ts';
import type { DrivenMachine } from './paths/models/page-model.ts';
import { startLabSite, withStage } from './paths/stage.ts';
import { walkCoverage } from './paths/walk-coverage.ts';
import { expectRight, type PathWalk, walkPath } from './paths/walk-path.ts';
import { isSoak, sampleOf, seed } from './support/sample.ts';
import type { SiteServer } from './support/site/site-server.ts';

/**
 * Number of generated paths that `npm test` walks for each machine. They are covering paths, which together take every
 * transition, because these are the longest. `npm run soak` walks every generated path.
 */
const sampledPaths = 1;
/** Number of machines whose paths `npm test` walks. `npm run soak` walks those of every machine. */
const sampledMachines = 3;
/** States whose screen was already checked for accessibility. */
const checkedStates = new Set<string>();
let site: SiteServer;

// Use one worker for the file: starting a second site would take more time than it saves.
test.describe.configure({ mode: 'default' });
test.setTimeout(isSoak ? 10_800_000 : 600_000);
test.beforeAll(async () => {
  site = await startLabSite();
});
test.afterAll(() => site.dispose());

function flowOf(machine: string) {
  const flow = findFlow(machine);
  if (!flow) throw new Error(`no machine ${machine}`);
  return flow;
}

async function walkAll(browser: Browser, driven: DrivenMachine): Promise<PathWalk[]> {
  const flow = flowOf(driven.machine);
  const pathsOf = pathGenerator(flow);
  const covering = sampleOf(pathsOf('covering'), sampledPaths);
  const files = isSoak ? [...covering, ...pathsOf('shortest'), ...pathsOf('simple')] : covering;
  const walks: PathWalk[] = [];
  for (const file of files) {
    const walk = await withStage({ browser, site }, driven, (stage) =>
      walkPath(file, driven, stage, { pictures: 'first', checkedStates, timeoutMs: 15_000 }),
    );
    walks.push(walk);
    const picture = walk.steps.at(-1)?.picture;
    if (walk.result !== 'asWritten' && picture)
      await test.info().attach(file.title, { body: picture, contentType: 'image/jpeg' });
  }
  // Check only after all paths, so that each is walked even if an earlier one fails.
  for (const walk of walks) expectRight(walk);
  return walks;
}

for (const driven of sampleOf(drivenMachines, sampledMachines)) {
  test(`paths through the state machine ${driven.machine} lead to the same states on the real site as in the machine without a browser`, async ({
    browser,
  }) => {
    const walks = await walkAll(browser, driven);
    const { states, transitions } = walkCoverage(flowOf(driven.machine).machine, walks);
    const seconds = walks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
    const coverage = `${states.seen} of ${states.all} states, ${transitions.taken} of ${transitions.all} transitions`;
    console.info(`${driven.machine}: ${coverage} in ${walks.length} paths, ${seconds.toFixed(0)} s, SEED=${seed}`);
    if (!isSoak) return;
    expect(states.missed).toEqual([]);
    expect(transitions.missed).toEqual([]);
  });
}
