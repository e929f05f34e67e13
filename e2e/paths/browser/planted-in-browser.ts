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
import { drivenMachines } from './driven.ts';
import { type SiteFault, siteFaults } from './planted-list.ts';
import { toursOf } from './tours.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const left = ['.git', '.data', 'dist', 'node_modules', 'test-results'];
const run = promisify(execFile);
const endSchema = z.array(z.object({ title: z.string(), place: z.number(), faults: z.array(z.string()) }));
/** What the site showed wrong; that a path could not go on is no proof. */
const isSeen = (fault: string) => /^the machine is in|^the screen does not show/.test(fault);

function isShowing({ shownBy }: SiteFault, { event, expect }: PathFile['steps'][number]): boolean {
  if (shownBy === 'start') return false;
  const { type, outcome, state } = shownBy;
  return event.type === type && expect.state === state && (outcome === undefined || event.outcome === outcome);
}

/** A tour of the sound machine up to where the fault shows. */
function pathTowards(fault: SiteFault, tours: readonly PathFile[]): PathFile {
  const title = `${fault.machine}, ${fault.kind}`;
  for (const tour of tours) {
    if (fault.shownBy === 'start') return { ...tour, title, steps: [] };
    const place = tour.steps.findIndex((step) => isShowing(fault, step));
    if (place >= 0) return { ...tour, title, steps: tour.steps.slice(0, place + 1) };
  }
  throw new Error(`no tour of ${fault.machine} comes to ${JSON.stringify(fault.shownBy)}`);
}

async function plant(tree: string, { file, find, put }: SiteFault): Promise<void> {
  const place = join(tree, file);
  const sound = await readFile(place, 'utf8');
  if (!sound.includes(find)) throw new Error(`${file} has no ${find}`);
  await writeFile(place, sound.replace(find, put));
}

/** Builds the site with one kind of fault in every machine, and walks towards each. Answers what was not caught. */
async function judgeKind(kind: SiteFault['kind'], paths: ReadonlyMap<SiteFault, PathFile>): Promise<string[]> {
  const tree = await mkdtemp(join(tmpdir(), 'landfall-planted-'));
  const faults = siteFaults.filter((fault) => fault.kind === kind);
  try {
    await cp(root, tree, { recursive: true, filter: (from) => !left.includes(basename(from)) });
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const fault of faults) await plant(tree, fault);
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--app'], { cwd: tree, maxBuffer: 2 ** 26 });
    await writeFile(join(tree, 'paths.json'), JSON.stringify(faults.map((fault) => paths.get(fault))));
    await run(process.execPath, ['e2e/paths/browser/walk-files.ts', 'paths.json', 'ends.json'], { cwd: tree });
    const ends = endSchema.parse(JSON.parse(await readFile(join(tree, 'ends.json'), 'utf8')));
    for (const { title, place, faults: seen } of ends)
      console.info(`${seen.some(isSeen) ? 'caught' : 'MISSED'}  ${title}, step ${place}: ${seen.join('; ')}`);
    return ends.filter(({ faults: seen }) => !seen.some(isSeen)).map(({ title }) => title);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

/**
 * Plants a wrong text, a wrong target and a missing guard in each machine of a copy of the site, one kind a build, and replays
 * the sound machines' paths in it. Answers the exit code: 1 where a fault was not seen.
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
    missed.push(...(await judgeKind(kind, paths)));
  console.info(`${siteFaults.length - missed.length} of ${siteFaults.length} planted faults caught in the browser`);
  return missed.length === 0 ? 0 : 1;
}
