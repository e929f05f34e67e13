import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../lab/cli.ts';
import type { PathFile } from '../../lab/path-file.ts';
import { drivenMachines } from './driven-machines.ts';
import { reportPage } from './report-page.ts';
import { launchBrowser, startLabSite, withStage } from './stage.ts';
import { describeProblem, type PathWalk, type WalkResult, walkPath } from './walk-path.ts';

/** Whether the site that the browser opens has been built (`npm run build`). */
export function isSiteBuilt(): boolean {
  const outputs = ['client/shell.html', 'server/entry-server.js'];
  return outputs.every((output) => existsSync(fileURLToPath(new URL(`../../dist/${output}`, import.meta.url))));
}

const words: Record<WalkResult, string> = {
  asWritten: 'as written ',
  different: 'DIFFERENT  ',
  impossible: 'CANNOT DO  ',
};

/** The text that a replay in the browser prints about one path. */
export function describeWalk(walk: PathWalk): string {
  const { file, result, milliseconds } = walk;
  const details =
    result === 'asWritten'
      ? ` (${file.steps.length} steps, ${(milliseconds / 1000).toFixed(1)} s)`
      : `, ${describeProblem(walk)}`;
  return `${words[result]} ${file.title}${details}`;
}

/**
 * The result for a path that cannot be replayed, because there is no page model for the screens of its state machine.
 */
function undriven(file: PathFile): PathWalk {
  const obstacle = `the screens of the machine ${file.machine} cannot be operated by a replay`;
  const start = { event: 'the page opens', expected: file.start.state, actual: 'no machine runs', url: '' };
  const steps = [{ ...start, texts: [], faults: [], obstacle, picture: null }];
  return { file, steps, taken: [], result: 'impossible', milliseconds: 0 };
}

async function writeReport(walks: readonly PathWalk[]): Promise<string> {
  const folder = join(tmpdir(), 'landfall-paths');
  await mkdir(folder, { recursive: true });
  const report = join(folder, 'report.html');
  await writeFile(report, reportPage(walks));
  return report;
}

/** Returns an error handler that throws a `UsageError`, which says why the site or the browser did not start. */
function failedStart(name: 'site' | 'browser') {
  return (error: Error): never => {
    throw new UsageError(`the ${name} does not start: ${error.message}`);
  };
}

/**
 * Walks the paths one after another on the built site in Chromium, takes a screenshot of every step, and writes a
 * report page. `onWalk` is called after each walk, with the text to print about it. Tests replace `startSite` and
 * `startBrowser` by functions that fail.
 * @returns the walks and the file name of the report page
 * @throws UsageError if the site or the browser does not start
 */
export async function replayInBrowser(
  files: readonly PathFile[],
  onWalk: (walk: PathWalk, text: string) => void,
  { startSite, startBrowser } = { startSite: startLabSite, startBrowser: launchBrowser },
): Promise<{ walks: PathWalk[]; report: string }> {
  const walks: PathWalk[] = [];
  const checkedStates = new Set<string>();
  const site = await startSite().catch(failedStart('site'));
  try {
    const browser = await startBrowser().catch(failedStart('browser'));
    try {
      for (const file of files) {
        const driven = drivenMachines.find(({ machine }) => machine === file.machine);
        const walk = driven
          ? await withStage({ browser, site }, driven, (stage) =>
              walkPath(file, driven, stage, { pictures: 'every', checkedStates }),
            )
          : undriven(file);
        walks.push(walk);
        onWalk(walk, describeWalk(walk));
      }
    } finally {
      await browser.close();
    }
  } finally {
    await site.dispose();
  }
  return { walks, report: await writeReport(walks) };
}
