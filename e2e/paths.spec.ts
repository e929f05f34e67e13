import { type Browser, expect, test } from '@playwright/test';
import { findFlow } from '../machines/paths/flows.ts';
import { drivenMachines } from './paths/browser/driven.ts';
import { onStage, startLabSite } from './paths/browser/lab.ts';
import type { DrivenMachine } from './paths/browser/page-model.ts';
import { furtherPaths, toursOf } from './paths/browser/tours.ts';
import { coverageOf } from './paths/browser/walk-coverage.ts';
import { expectRight, type PathWalk, walkPath } from './paths/browser/walk-path.ts';
import type { SiteServer } from './support/site-server.ts';

const isSoak = process.env.SOAK !== undefined;
/** Paths of a machine beside its tours, with SOAK: all that its screens can walk. */
const mostFurther = 400;
/** Screens are held to the accessibility rules when a state is first seen. */
const judged = new Set<string>();
let site: SiteServer;

test.setTimeout(isSoak ? 3_600_000 : 600_000);
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
  const files = [...toursOf(flow, driven).files, ...(isSoak ? furtherPaths(flow, driven, mostFurther) : [])];
  const walks: PathWalk[] = [];
  for (const file of files) {
    const walk = await onStage({ browser, site }, driven, (stage) =>
      walkPath(file, driven, stage, { pictures: 'first', judged, patience: 15_000 }),
    );
    walks.push(walk);
    const picture = walk.steps.at(-1)?.picture;
    if (!walk.isRight && picture) await test.info().attach(file.title, { body: picture, contentType: 'image/jpeg' });
  }
  // Each that went wrong is told, not the first alone.
  for (const walk of walks) expectRight(walk);
  return walks;
}

for (const driven of drivenMachines) {
  test(`${driven.machine} goes through every state and transition in the real site`, async ({ browser }) => {
    const walks = await walkAll(browser, driven);
    const { states, transitions } = coverageOf(flowOf(driven.machine).machine, walks);
    const seconds = walks.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
    const told = `${states.seen} of ${states.all} states, ${transitions.taken} of ${transitions.all} transitions`;
    console.info(`${driven.machine}: ${told} in ${walks.length} paths, ${seconds.toFixed(0)} s`);
    expect(states.missed).toEqual([]);
    expect(transitions.missed).toEqual([]);
  });
}
