import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { largestReport, logClientError, logPage, logSession } from '../../contract/telemetry.ts';
import { createHourlyDeletion } from '../db/jobs/hourly-deletion.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import type { Subject } from '../http/mount/call.ts';
import type { Mount } from '../http/mount/mount.ts';
import { deleteReportsBefore, insertClientError, insertPageLog, insertSessionLog } from './report.repo.ts';

type TelemetryDeps = {
  db: Kysely<Database>;
  clock: Clock;
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
};

/** How long page reports are stored, in milliseconds. */
const reportRetentionMs = 30 * 86_400_000;

/**
 * The calls by which pages report activity and errors. A reported student id is stored only if it is the signed-in
 * student's.
 */
export function telemetryRoutes(mount: Mount, deps: TelemetryDeps): void {
  const { db, clock, findSubject } = deps;
  const options = { bodyLimit: largestReport };
  const deleteOldReports = createHourlyDeletion(clock, (at) =>
    deleteReportsBefore(db, new Date(at - reportRetentionMs)),
  );
  const now = () => new Date(clock.now());
  const verifyStudentId = async (request: FastifyRequest, reported: string | null) => {
    const subject = reported === null ? null : await findSubject(request);
    return subject?.studentId === reported ? reported : null;
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
    async ({ body }) => {
      await deleteOldReports();
      const { timestamp, userAgent, urlLocation, ...details } = body;
      const client = { user_agent: userAgent, url_location: urlLocation };
      await insertClientError(db, { ...details, ...client, happened_at: timestamp, at: now() });
      return { statusCode: 200 };
    },
    options,
  );
}
