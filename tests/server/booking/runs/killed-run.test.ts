import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { MailCarrier } from '../../../../server/providers/mail/mail.ts';
import { day as dayMs } from '../../../support/clock.ts';
import { killHard } from '../../../support/owner-process.ts';
import { bookOrder, expectConsistent } from '../../orders/changes/booked-order.ts';
import { claims } from '../../orders/ordering.ts';
import { openAcademy } from '../academy.ts';
import { openOffice } from './changed-batch.ts';

const students = 200;
/**
 * How many seconds the test may take in `npm run soak`. In `npm test` it has no limit, because other tests run at the
 * same time.
 */
const longestSeconds = process.env.SOAK ? 60 : Number.POSITIVE_INFINITY;
const server = join(import.meta.dirname, '../../../../server');

/** A server process that continues the runs of cancelled batches until they are finished or it is killed. */
const program = `
import { buildApp } from ${JSON.stringify(join(server, 'app.ts'))};
import { openDatabase } from ${JSON.stringify(join(server, 'db/connection/client.ts'))};
import { readEnv } from ${JSON.stringify(join(server, 'env.ts'))};
const [url, now] = process.argv.slice(1);
const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent' });
const clock = { now: () => Number(now) };
const app = await buildApp({ env, db: openDatabase(url, { max: 4 }), clock, release: 'test' });
const { failures } = await app.advanceBatchRuns();
process.exit(failures.length === 0 ? 0 : 1);
`;
/** The recipients of the delivered emails about the cancelled batch. */
const delivered: string[] = [];
const carrier: MailCarrier = {
  atOnce: 10,
  carry: async ({ dedupeKey, to }) => void (dedupeKey.startsWith('batch-run:') && delivered.push(to)),
  close() {},
};
const academy = await openAcademy({}, {}, { carrier });
const { db, url, clock, app } = academy;
const office = await openOffice(academy);

function startProcess() {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, url, String(clock.now())], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const count = async (statement: ReturnType<typeof sql<{ n: number }>>) => (await statement.execute(db)).rows[0]?.n ?? 0;
const emails = () => count(sql`select count(*)::integer as n from mail_outbox where dedupe_key like 'batch-run:%'`);
const refunds = () => count(sql`select count(*)::integer as n from refunds`);

/**
 * Starts a process and kills it once `progress` has reached `enough`. A second process then does the rest. Returns the
 * progress of the killed process.
 */
async function killInTheMiddle(progress: () => Promise<number>, enough: number): Promise<number> {
  const killed = startProcess();
  await expect.poll(progress, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(enough);
  await killHard(killed);
  const reached = await progress();
  const [code] = await once(startProcess(), 'exit');
  expect(code).toBe(0);
  return reached;
}

it('cancelling a batch of 200 students sends exactly one email and one refund to each student, even if the process is killed twice', {
  timeout: 180_000,
}, async () => {
  const id = await office.create('2026-06-01', students);
  for (let group = 0; group < students / 10; group++)
    await Promise.all(Array.from({ length: 10 }, () => bookOrder(academy, { fire: id })));
  const begun = performance.now();
  expect((await office.cancel(id, students)).status).toBe(200);
  expect(await office.run(id)).toMatchObject({ total: students, is_done: false, by_state: { queued: students } });

  const emailed = await killInTheMiddle(emails, 20);
  expect(emailed).toBeLessThan(students);
  expect(await office.run(id)).toMatchObject({ emails: { queued: students }, by_state: { waiting: students } });
  expect((await app.mail.sendDue()).failed).toBe(0);
  expect(await office.run(id)).toMatchObject({ emails: { sent: students } });

  clock.advance(7 * dayMs);
  const refunded = await killInTheMiddle(refunds, 20);
  expect(refunded).toBeLessThan(students);
  await app.mail.sendDue();
  const seconds = (performance.now() - begun) / 1000;
  expect(await office.run(id)).toMatchObject({ is_done: true, by_state: { refunded: students, waiting: 0 } });
  expect([await emails(), await refunds()]).toEqual([students, students]);
  const twice = await sql`select order_id from refunds group by order_id having count(*) > 1`.execute(db);
  expect(twice.rows).toEqual([]);
  expect([delivered.length, new Set(delivered).size]).toEqual([students, students]);
  expect(await claims(academy, id)).toEqual({ holds: 0, bookings: 0 });
  await expectConsistent(academy);
  console.log(
    `${students} students: killed after ${emailed} emails and ${refunded} refunds, done in ${seconds.toFixed(1)} s`,
  );
  expect(seconds).toBeLessThan(longestSeconds);
});
