import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { faultLine } from '../content/content-fault.ts';
import { type Env, readEnv } from '../env.ts';
import { systemClock, today } from '../providers/clock.ts';
import type { Command } from './command.ts';

const usage = `Usage: landfall content check [folder]
       landfall content load [folder]

check   Reads the folder and prints everything that is wrong with it: file, place, reason.
load    Checks the folder, then brings the database to what it says: all of it or nothing.
        Loading the same content again changes nothing. Batches that are there never move.

folder  The academy's content; default CONTENT_DIR, else the content folder of this project.
load uses DATABASE_URL, else the server's own PostgreSQL under DATA_DIR; the server may be running.

Exit code 0: done; 1: content or database at fault; 2: wrong use.
`;

async function check(folder: string): Promise<number> {
  const { checkContent } = await import('../content/content-check.ts');
  const faults = await checkContent(folder);
  if (faults.length === 0) {
    process.stdout.write(`${folder}: no errors\n`);
    return 0;
  }
  process.stderr.write(`${folder}: ${faults.length} error${faults.length === 1 ? '' : 's'}\n`);
  process.stderr.write(`${faults.map(faultLine).join('\n')}\n`);
  return 1;
}

async function load(folder: string, env: Env): Promise<number> {
  const { loadContent } = await import('../content/content-load.ts');
  const { openConfiguredDatabase } = await import('../db/open.ts');
  const place = { databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR, mayShare: true };
  const { db, stop } = await openConfiguredDatabase(place);
  try {
    const withStudents = env.LANDFALL_ENV !== 'production';
    const loaded = await loadContent(db, folder, { today: today(systemClock), withStudents });
    const counts = `courses on offer: ${loaded.courses}, packages: ${loaded.packages}`;
    const change = loaded.isChanged ? 'loaded' : 'nothing to do, this content is loaded already';
    process.stdout.write(`${folder}: ${change}; ${counts}, batches count from ${loaded.baseDay}\n`);
    return 0;
  } finally {
    await stop();
  }
}

/** `landfall content check|load [folder]`. */
export const contentCommand: Command = {
  summary: 'check or load the academy’s content folder',
  async run(words) {
    const { values, positionals } = parseArgs({
      args: words,
      options: { help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: false,
    });
    const [action, folder, ...rest] = positionals;
    const isKnown = (action === 'check' || action === 'load') && rest.length === 0;
    const isAsked = values.help === true;
    if (isAsked || !isKnown || Object.keys(values).length > 0) {
      (isAsked ? process.stdout : process.stderr).write(usage);
      return isAsked ? 0 : 2;
    }
    const env = readEnv(process.env);
    const path = resolve(folder ?? env.CONTENT_DIR);
    return action === 'check' ? check(path) : load(path, env);
  },
};
