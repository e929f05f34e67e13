import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PathFile } from '../../../contract/path-file.ts';
import { drivenMachines } from './driven.ts';
import { launchBrowser, onStage, startLabSite } from './lab.ts';
import { reportPage } from './report-page.ts';
import { type PathWalk, walkPath } from './walk-path.ts';

export type BrowserReplay = { walks: PathWalk[]; undriven: string[] };

/** Walks each path in Chromium on the built site, one after the other, with a picture of every step. */
export async function walkInBrowser(files: readonly PathFile[]): Promise<BrowserReplay> {
  const site = await startLabSite();
  const browser = await launchBrowser();
  const walks: PathWalk[] = [];
  const undriven: string[] = [];
  const judged = new Set<string>();
  try {
    for (const file of files) {
      const driven = drivenMachines.find(({ machine }) => machine === file.machine);
      if (!driven) {
        undriven.push(file.title);
        continue;
      }
      const walk = (stage: Parameters<typeof walkPath>[2]) =>
        walkPath(file, driven, stage, { pictures: 'every', judged });
      walks.push(await onStage({ browser, site }, driven, walk));
    }
  } finally {
    await browser.close();
    await site.dispose();
  }
  return { walks, undriven };
}

function tell({ file, steps, isRight, milliseconds }: PathWalk): string {
  const seconds = (milliseconds / 1000).toFixed(1);
  if (isRight) return `as written  ${file.title} (${file.steps.length} steps, ${seconds} s)`;
  const place = steps.findIndex(({ faults }) => faults.length > 0);
  const wrong = steps[place];
  return `DIFFERENT   ${file.title}, step ${place} (${wrong?.event}): ${wrong?.faults.join('; ')}`;
}

/**
 * Replays paths in the real site, tells how each went, and writes a report page. Answers the exit code: 0 where all went as
 * their files say.
 */
export async function replayInBrowser(files: readonly PathFile[]): Promise<number> {
  const { walks, undriven } = await walkInBrowser(files);
  for (const walk of walks) console.info(tell(walk));
  for (const title of undriven) console.info(`NOT DRIVEN  ${title}: no screen model drives this machine`);
  const folder = join(tmpdir(), 'landfall-paths');
  await mkdir(folder, { recursive: true });
  const place = join(folder, 'report.html');
  await writeFile(place, reportPage(walks));
  console.info(`Report: ${place}`);
  return undriven.length === 0 && walks.every(({ isRight }) => isRight) ? 0 : 1;
}
