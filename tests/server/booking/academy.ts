import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll } from 'vitest';
import { clientHeader, clientName, idempotencyHeader } from '../../../contract/headers.ts';
import { type App, buildApp } from '../../../server/app.ts';
import type { DatabaseOptions } from '../../../server/db/connection/client.ts';
import type { Database } from '../../../server/db/schema.ts';
import { readEnv } from '../../../server/env.ts';
import type { Ports } from '../../../server/providers/ports.ts';
import { type FakeClock, fakeClock } from '../../support/clock.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createStudent, type NewStudent, signIn } from '../../support/student.ts';
import { seedAcademy } from './academy-seed.ts';

/** Noon on 10 March 2026 in Chennai (Asia/Kolkata), in milliseconds since 1970 UTC. */
const noon = Date.parse('2026-03-10T06:30:00Z');

/** A signed-in student and the API calls of the student's browser. */
export type StudentBrowser = {
  id: string;
  get: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  send: (
    method: 'POST' | 'DELETE' | 'PUT',
    url: string,
    body?: object,
    key?: string,
  ) => Promise<LightMyRequestResponse>;
};

export type Academy = {
  db: Kysely<Database>;
  /** The connection URL of the PostgreSQL database, with which a test can open a second connection pool. */
  url: string;
  app: App;
  clock: FakeClock;
  /** Sends a GET request as a visitor who is not signed in. */
  visit: (url: string) => Promise<LightMyRequestResponse>;
  /**
   * Creates a student and signs the student in. `address`: the IP address of the student's browser, 127.0.0.1 by
   * default.
   */
  enrol: (fields?: NewStudent, address?: string) => Promise<StudentBrowser>;
  /** Signs an existing student in again, as in a second browser. */
  signInAgain: (student: { id: string }) => Promise<StudentBrowser>;
};

/**
 * Starts the whole API on a new database with the small academy of `academy-seed.ts`. `variables`: environment
 * variables. `pool`: options of the database connection pool. `ports`: fakes that replace external services, such as
 * the payment provider.
 */
export async function openAcademy(
  variables: Record<string, string> = {},
  pool: DatabaseOptions = {},
  ports: Partial<Ports> = {},
): Promise<Academy> {
  const { db, url } = await createTestDatabase(pool);
  await seedAcademy(db);
  const clock = fakeClock(noon);
  const limits = { RATE_READ: '100000', RATE_WRITE: '100000', RATE_ORDER: '100000', HOLDS_PER_ADDRESS: '100' };
  const env = readEnv({ LANDFALL_ENV: 'test', LOG_LEVEL: 'silent', ...limits, ...variables });
  const app = await buildApp({ env, db, clock, release: 'test', ports });
  afterAll(() => app.server.close());
  const inject = (options: InjectOptions) => app.server.inject(options);

  async function openBrowser({ id }: { id: string }, remoteAddress = '127.0.0.1'): Promise<StudentBrowser> {
    const session = await signIn({ db, clock }, { id });
    return {
      id,
      get: (url, headers) => inject({ method: 'GET', url, headers: { ...session, ...headers }, remoteAddress }),
      send: (method, url, body, key) => {
        const headers = { ...session, [clientHeader]: clientName, ...(key ? { [idempotencyHeader]: key } : {}) };
        return inject({ method, url, headers, remoteAddress, ...(body ? { payload: body } : {}) });
      },
    };
  }

  const enrol: Academy['enrol'] = async (fields, address) => openBrowser(await createStudent(db, fields), address);

  return {
    db,
    url,
    app,
    clock,
    enrol,
    signInAgain: (student) => openBrowser(student),
    visit: (url) => inject({ method: 'GET', url }),
  };
}
