import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { largestReport, logClientError, logPage, logSession } from '../../contract/telemetry.ts';
import type { Database } from '../db/schema.ts';
import type { Subject } from '../http/call.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../providers/clock.ts';
import { deleteReportsBefore, insertClientError, insertPageLog, insertSessionLog } from './report.repo.ts';

export type TelemetryParts = {
  db: Kysely<Database>;
  clock: Clock;
  findSubject: (request: FastifyRequest) => Promise<Subject | null>;
};

const hour = 3_600_000;
/** How long reports are kept. */
export const reportsKept = 30 * 24 * hour;

/** Deletes old reports, at most once an hour. */
function createReportSweep({ db, clock }: TelemetryParts): () => Promise<void> {
  let sweptAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - sweptAt < hour) return;
    sweptAt = now;
    await deleteReportsBefore(db, new Date(now - reportsKept));
  };
}

/** What pages tell of activity and errors (document 1, section 7). A page's word on who its student is counts for nothing. */
export function telemetryRoutes(mount: Mount, parts: TelemetryParts): void {
  const { db, clock, findSubject } = parts;
  const options = { bodyLimit: largestReport };
  const sweep = createReportSweep(parts);
  const now = () => new Date(clock.now());
  const findNamed = async (request: FastifyRequest, named: string | null) => {
    const subject = named === null ? null : await findSubject(request);
    return subject?.studentId === named ? named : null;
  };

  mount(
    logSession,
    async ({ body, reply }) => {
      await sweep();
      const student_id = await findNamed(reply.request, body.user_id);
      const login_method = body.action === 'login' ? body.login_method : null;
      await insertSessionLog(db, { student_id, action: body.action, login_method, at: now() });
      return { statusCode: 200 };
    },
    options,
  );

  mount(
    logPage,
    async ({ body, reply }) => {
      await sweep();
      const student_id = await findNamed(reply.request, body.user_id);
      await insertPageLog(db, { student_id, page_url: body.page_url, action: body.action, at: now() });
      return { statusCode: 200 };
    },
    options,
  );

  mount(
    logClientError,
    async ({ body }) => {
      await sweep();
      const { timestamp, userAgent, urlLocation, ...details } = body;
      const place = { user_agent: userAgent, url_location: urlLocation };
      await insertClientError(db, { ...details, ...place, happened_at: timestamp, at: now() });
      return { statusCode: 200 };
    },
    options,
  );
}
