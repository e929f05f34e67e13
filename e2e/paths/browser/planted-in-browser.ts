import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { PathFile } from '../../../contract/path-file.ts';
import { findFlow } from '../../../machines/paths/flows.ts';
import { drivenMachines } from './driven-machines.ts';
import { type SiteFault, siteFaults } from './site-faults.ts';
import { toursOf } from './tours.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const notCopied = ['.git', '.data', 'dist', 'node_modules', 'test-results'];
const run = promisify(execFile);
const resultsSchema = z.array(z.object({ title: z.string(), step: z.number(), faults: z.array(z.string()) }));
/** Whether the failure proves that the fault was detected. A path that could not continue does not. */
const isDetection = (fault: string) => /^the machine is in|^the screen does not show/.test(fault);

function isShowing({ shownBy }: SiteFault, { event, expect }: PathFile['steps'][number]): boolean {
  if (shownBy === 'start') return false;
  const { type, outcome, state } = shownBy;
  return event.type === type && expect.state === state && (outcome === undefined || event.outcome === outcome);
}

/** The first part of a tour of the original machine, up to the step that shows the fault. */
function pathTowards(fault: SiteFault, tours: readonly PathFile[]): PathFile {
  const title = `${fault.machine}, ${fault.kind}`;
  for (const tour of tours) {
    if (fault.shownBy === 'start') return { ...tour, title, steps: [] };
    const index = tour.steps.findIndex((step) => isShowing(fault, step));
    if (index >= 0) return { ...tour, title, steps: tour.steps.slice(0, index + 1) };
  }
  throw new Error(`no tour of ${fault.machine} contains ${JSON.stringify(fault.shownBy)}`);
}

async function plant(tree: string, { file, find, put }: SiteFault): Promise<void> {
  const path = join(tree, file);
  const source = await readFile(path, 'utf8');
  if (!source.includes(find)) throw new Error(`${file} does not contain ${find}`);
  await writeFile(path, source.replace(find, put));
}

/** Builds the site with one kind of fault in every machine and walks the path to each. @returns titles of the missed faults */
async function missedOfKind(kind: SiteFault['kind'], paths: ReadonlyMap<SiteFault, PathFile>): Promise<string[]> {
  const tree = await mkdtemp(join(tmpdir(), 'landfall-planted-'));
  const faults = siteFaults.filter((fault) => fault.kind === kind);
  try {
    await cp(root, tree, { recursive: true, filter: (from) => !notCopied.includes(basename(from)) });
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const fault of faults) await plant(tree, fault);
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app'], { cwd: tree, maxBuffer: 2 ** 26 });
    await writeFile(join(tree, 'paths.json'), JSON.stringify(faults.map((fault) => paths.get(fault))));
    await run(process.execPath, ['e2e/paths/browser/walk-files.ts', 'paths.json', 'results.json'], { cwd: tree });
    const results = resultsSchema.parse(JSON.parse(await readFile(join(tree, 'results.json'), 'utf8')));
    for (const { title, step, faults: seen } of results)
      console.info(`${seen.some(isDetection) ? 'caught' : 'MISSED'}  ${title}, step ${step}: ${seen.join('; ')}`);
    return results.filter(({ faults: seen }) => !seen.some(isDetection)).map(({ title }) => title);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

/**
 * Plants a wrong text, a wrong target and a missing guard for each machine in copies of the site, one build for each kind of fault,
 * and replays the paths of the original machines there. @returns the exit code: 1 if a fault was missed, else 0
 */
export async function plantedInBrowser(): Promise<number> {
  const tours = new Map<string, PathFile[]>();
  for (const driven of drivenMachines) {
    const flow = findFlow(driven.machine);
    if (flow) tours.set(driven.machine, toursOf(flow, driven).files);
  }
  const paths = new Map(siteFaults.map((fault) => [fault, pathTowards(fault, tours.get(fault.machine) ?? [])]));
  const missed: string[] = [];
  for (const kind of ['wrong text', 'wrong target', 'missing guard'] as const)
    missed.push(...(await missedOfKind(kind, paths)));
  console.info(`${siteFaults.length - missed.length} of ${siteFaults.length} planted faults caught in the browser`);
  return missed.length === 0 ? 0 : 1;
}
