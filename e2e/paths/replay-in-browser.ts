import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PathFile } from '../../lab/path-file.ts';
import { drivenMachines } from './driven-machines.ts';
import { reportPage } from './report-page.ts';
import { launchBrowser, startLabSite, withStage } from './stage.ts';
import { type PathWalk, walkPath } from './walk-path.ts';

/** `undriven`: titles of the paths that were not walked because no model of the pages exists for their machine. */
type BrowserReplay = { walks: PathWalk[]; undriven: string[] };

/** Walks the paths one after another in Chromium on the built site, with a screenshot of every step. */
async function walkInBrowser(files: readonly PathFile[]): Promise<BrowserReplay> {
  const site = await startLabSite();
  const browser = await launchBrowser();
  const walks: PathWalk[] = [];
  const undriven: string[] = [];
  const checkedStates = new Set<string>();
  try {
    for (const file of files) {
      const driven = drivenMachines.find(({ machine }) => machine === file.machine);
      if (!driven) {
        undriven.push(file.title);
        continue;
      }
      const walk = (stage: Parameters<typeof walkPath>[2]) =>
        walkPath(file, driven, stage, { pictures: 'every', checkedStates });
      walks.push(await withStage({ browser, site }, driven, walk));
    }
  } finally {
    await browser.close();
    await site.dispose();
  }
  return { walks, undriven };
}

function describeWalk({ file, steps, isRight, milliseconds }: PathWalk): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  if (isRight) return `as written  ${file.title} (${file.steps.length} steps, ${seconds} s)`;
  const index = steps.findIndex(({ faults }) => faults.length > 0);
  const wrong = steps[index];
  return `DIFFERENT   ${file.title}, step ${index} (${wrong?.event}): ${wrong?.faults.join('; ')}`;
}

/**
 * Replays paths on the real site, prints the result of each, and writes a report page. @returns the exit code: 0 if all went as their
 * files say, else 1
 */
export async function replayInBrowser(files: readonly PathFile[]): Promise<number> {
  const { walks, undriven } = await walkInBrowser(files);
  for (const walk of walks) console.info(describeWalk(walk));
  for (const title of undriven) console.info(`NOT DRIVEN  ${title}: there is no page model for this machine`);
  const folder = join(tmpdir(), 'landfall-paths');
  await mkdir(folder, { recursive: true });
  const report = join(folder, 'report.html');
  await writeFile(report, reportPage(walks));
  console.info(`Report: ${report}`);
  return undriven.length === 0 && walks.every(({ isRight }) => isRight) ? 0 : 1;
}
