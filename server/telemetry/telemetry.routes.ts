import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import {
  type clientErrorSchema,
  largestReport,
  logClientError,
  logPage,
  logSession,
} from '../../contract/telemetry.ts';
import { createHourlyDeletion } from '../db/jobs/hourly-deletion.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Subject } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import type { DailyLimits } from '../http/rates/daily-limits.ts';
import { fingerprintOf, shortenStack } from './error-fingerprint.ts';
import {
  countClientError,
  deleteReportsBefore,
  insertClientErrorGroup,
  insertPageLog,
  insertSessionLog,
} from './report.repo.ts';

type TelemetryDeps = {
  db: Kysely<Database>;
  clock: Clock;
  dailyLimits: DailyLimits;
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
};

/**
 * How many errors are accepted in a day: reports from one IP address, and new kinds of errors from all addresses
 * together.
 */
const errorsADay = { address: 500, groups: 1000 } as const;

/** How long the reports that pages send are stored, in milliseconds. */
const reportRetentionMs = 30 * 86_400_000;

/**
 * The calls by which pages report sign-ins, opened pages and errors. The student id in a report is stored only if this
 * student is signed in.
 */
export function telemetryRoutes(mount: Mount, deps: TelemetryDeps): void {
  const { db, clock, dailyLimits, findSubject } = deps;
  const options = { bodyLimit: largestReport };
  const deleteOldReports = createHourlyDeletion(clock, (at) =>
    deleteReportsBefore(db, new Date(at - reportRetentionMs)),
  );
  const now = () => new Date(clock.now());
  const verifyStudentId = async (request: FastifyRequest, reported: string | null) => {
    const subject = reported === null ? null : await findSubject(request);
    return subject?.studentId === reported ? reported : null;
  };

  const storeClientError = async (report: z.output<typeof clientErrorSchema>, address: string) => {
    if (!(await dailyLimits.use('clientErrors', { address, amount: 1, limit: errorsADay.address }))) return;
    const fingerprint = fingerprintOf(report);
    const at = now();
    if (await countClientError(db, fingerprint, at)) return;
    if (!(await dailyLimits.use('clientErrorGroups', { address: null, amount: 1, limit: errorsADay.groups }))) return;
    const { timestamp, userAgent, urlLocation, stack, ...details } = report;
    await insertClientErrorGroup(db, {
      ...details,
      fingerprint,
      stack: stack ? shortenStack(stack) : null,
      user_agent: userAgent,
      url_location: urlLocation,
      happened_at: timestamp,
      first_at: at,
      last_at: at,
    });
  };

  mount(
    logSession,
    async ({ body, reply }) => {
      await deleteOldReports();
      const student_id = await verifyStudentId(reply.request, body.user_id);
      const login_method = body.action === 'login' ? body.login_method : null;
      await insertSessionLog(db, { student_id, action: body.action, login_method, at: now() });
      return { statusCode: 200 };
    },
    options,
  );

  mount(
    logPage,
    async ({ body, reply }) => {
      await deleteOldReports();
      const student_id = await verifyStudentId(reply.request, body.user_id);
      await insertPageLog(db, { student_id, page_url: body.page_url, action: body.action, at: now() });
      return { statusCode: 200 };
    },
    options,
  );

  mount(
    logClientError,
    async ({ body, address }) => {
      await deleteOldReports();
      await storeClientError(body, address);
      return { statusCode: 200 };
    },
    options,
  );
}
