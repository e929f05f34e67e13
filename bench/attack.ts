// Starts the site, attacks it as a stranger would, and prints what each attack gained (docs/security.md). The site must
// have been built before.
// Usage: npm run attack [-- text …]: runs only the attacks whose name contains one of the texts; without a text, all of
// them.
// The exit code is 1 if an attack succeeds or could not be run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Attack, isSafe, type Row, runAttack, toTable } from './attack/attack.ts';
import { crossSite } from './attack/cross-site.ts';
import { foreignObjects } from './attack/foreign-objects.ts';
import { addressEvasion, cachePoisoning, insecureCookies, resetPoisoning } from './attack/forged-headers.ts';
import { hostileFiles } from './attack/hostile-files.ts';
import { commonPasswords } from './attack/passwords.ts';
import { developerPages, framing, unsafeSettings } from './attack/production.ts';
import { pushEndpoints } from './attack/push-endpoints.ts';
import { addressRush, oneAccountHoards, unverifiedRush } from './attack/seats.ts';
import { certificateNumbers, emailedLinks } from './attack/secret-links.ts';
import { codeLockout, lookupLockout, networkGuessing, passwordGuessing } from './attack/sign-in.ts';
import { slowBodies } from './attack/slow-bodies.ts';
import { smuggling } from './attack/smuggling.ts';
import { beyondRole } from './attack/staff/beyond-role.ts';
import { formulaExports } from './attack/staff/exports.ts';
import { hostileEditor } from './attack/staff/hostile-editor.ts';
import { staffCrossSite } from './attack/staff/staff-cross-site.ts';
import { codeGuessing, sessionFixation, stepUpGuessing } from './attack/staff/staff-sign-in.ts';
import { errorReports, looseUploads, storedResponses, uploadsByAddress } from './attack/storage.ts';
import { startTarget } from './attack/target.ts';
import { waitingLists } from './attack/waiting-lists.ts';
import { forgedWebhooks } from './attack/webhooks.ts';

/** Time limit of the whole run, the start of the servers included, in milliseconds. */
const limitMs = 240_000;

/** Attacks that mostly wait. They run at the same time as the attacks in `inOrder`, which run one after the other. */
const inBackground: readonly Attack[] = [slowBodies, stepUpGuessing];
const inOrder: readonly Attack[] = [
  lookupLockout,
  codeLockout,
  passwordGuessing,
  networkGuessing,
  commonPasswords,
  unverifiedRush,
  addressRush,
  oneAccountHoards,
  errorReports,
  looseUploads,
  uploadsByAddress,
  storedResponses,
  forgedWebhooks,
  crossSite,
  foreignObjects,
  resetPoisoning,
  cachePoisoning,
  addressEvasion,
  insecureCookies,
  developerPages,
  framing,
  smuggling,
  unsafeSettings,
  hostileFiles,
  pushEndpoints,
  certificateNumbers,
  emailedLinks,
  waitingLists,
  sessionFixation,
  beyondRole,
  staffCrossSite,
  codeGuessing,
  hostileEditor,
  formulaExports,
];

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const isWanted = ({ name }: Attack) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word));

const begun = performance.now();
const signal = AbortSignal.timeout(limitMs);
const folder = await mkdtemp(join(tmpdir(), 'landfall-attack-'));
try {
  const target = await startTarget(folder);
  try {
    const background = inBackground.filter(isWanted).map((attack) => runAttack(attack, target, signal));
    const rows: Row[] = [];
    for (const attack of inOrder.filter(isWanted)) {
      const from = performance.now();
      const row = await runAttack(attack, target, signal);
      console.log(`${row.result.padEnd(9)} ${row.name} (${((performance.now() - from) / 1000).toFixed(0)} s)`);
      rows.push(row);
    }
    rows.push(...(await Promise.all(background)));
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    console.log(`\n${toTable(rows)}\n\n${rows.length} attacks in ${seconds} s`);
    process.exitCode = isSafe(rows) ? 0 : 1;
  } finally {
    await target.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
