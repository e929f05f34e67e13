import fastifyCookie from '@fastify/cookie';
import fastify from 'fastify';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { answer } from '../../../../contract/answer.ts';
import { defineEndpoint } from '../../../../contract/endpoint.ts';
import type { Database } from '../../../../server/db/schema.ts';
import { installErrorHandler } from '../../../../server/http/error-handler.ts';
import { createMount } from '../../../../server/http/mount/mount.ts';
import { collectRoutes } from '../../../../server/http/mount/route-table.ts';
import { PublicCache } from '../../../../server/http/public-cache.ts';
import type { Caller } from '../../../../server/http/rates/rate-limits.ts';
import type { Refusal } from '../../../../server/http/refusal.ts';
import { fakeClock } from '../../../support/clock.ts';

export const alice = '00000000-0000-4000-8000-00000000000a';
export const bob = '00000000-0000-4000-8000-00000000000b';

export const addNote = defineEndpoint({
  name: 'addNote',
  summary: 'Adds a notice',
  method: 'POST',
  url: '/api/notes',
  policy: 'student',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({
    title: z.string().min(1, 'Title is required'),
    readers: z.array(z.string()).optional(),
  }),
  answers: { 200: answer({ id: z.number() }) },
  refusals: { CLASH: 409, PASSING: [401, 403, 408, 425, 429, 500, 503] },
});

const getNote = defineEndpoint({
  name: 'getNote',
  summary: 'Fails in the requested way',
  method: 'GET',
  url: '/api/notes/:userId',
  policy: 'owner',
  rate: 'read',
  idempotency: 'safe',
  params: z.object({ userId: z.string() }),
  query: z.object({ fail: z.enum(['sql', 'throw', 'shape']).optional() }),
  answers: { 200: answer({ id: z.number() }) },
});

const addFile = defineEndpoint({
  name: 'addFile',
  summary: 'Receives a file',
  method: 'POST',
  url: '/api/note-files/:userId',
  policy: 'owner',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ userId: z.string() }),
  query: z.object({ page: z.coerce.number().optional() }),
  answers: { 200: answer({ id: z.number() }) },
});

const addReport = defineEndpoint({
  name: 'addReport',
  summary: 'Adds a report of a visitor',
  method: 'POST',
  url: '/api/reports',
  policy: 'public',
  rate: 'telemetry',
  idempotency: 'keyed',
  body: z.object({ text: z.string() }),
  answers: { 200: answer({}) },
});

const closeTicket = defineEndpoint({
  name: 'closeTicket',
  summary: 'Forgets the account that this browser has looked up',
  method: 'POST',
  url: '/api/ticket',
  policy: 'ticket',
  rate: 'form',
  idempotency: 'repeatable',
  answers: { 200: answer({}) },
});

const setPlan = defineEndpoint({
  name: 'setPlan',
  summary: 'Sets a plan',
  method: 'PUT',
  url: '/api/staff/plan',
  policy: 'staff',
  permission: null,
  rate: 'write',
  idempotency: 'keyed',
  answers: { 200: answer({}) },
});

const getLog = defineEndpoint({
  name: 'getLog',
  summary: 'Returns a long log',
  method: 'GET',
  url: '/api/log',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  isCompressed: true,
  answers: { 200: answer({ lines: z.string() }) },
});

/** How the test server treats its next call, and what it has recorded so far. */
type State = {
  /** The refusal that `addNote` throws for the next call. */
  refusalOfNext: Refusal | null;
  /** What the rate limits throw for the next call. */
  limitOfNext: Error | null;
  /** The calls that the rate limits have counted. */
  counted: { rate: string; who: Caller }[];
  undeclared: string[];
  /** The files that `addFile` has received and not yet removed. */
  receivedFiles: Set<number>;
  numberOfReceived: number;
};

/**
 * Starts a server without endpoints. The header `x-student` is the id of the signed-in student. Every caller has looked
 * up Bob's account and is signed in as a staff member.
 */
export function startServer(db: Kysely<Database>) {
  const state: State = {
    ...{ refusalOfNext: null, limitOfNext: null, counted: [], undeclared: [] },
    ...{ receivedFiles: new Set<number>(), numberOfReceived: 0 },
  };
  const server = fastify();
  collectRoutes(server);
  installErrorHandler(server, { onUndeclared: (fault) => state.undeclared.push(fault) });
  server.register(fastifyCookie);
  const mount = createMount({
    app: server,
    db,
    cache: new PublicCache(fakeClock()),
    secret: 'x'.repeat(32),
    rates: {
      async count(rate, who) {
        state.counted.push({ rate, who });
        const limit = state.limitOfNext;
        state.limitOfNext = null;
        if (limit) throw limit;
      },
      giveBack: async () => {},
    },
    sessions: {
      async find(request) {
        const studentId = request.headers['x-student'];
        if (studentId === 'unreadable') throw new Error('the session cannot be read');
        return typeof studentId === 'string' ? { studentId, sessionId: studentId } : null;
      },
      findTicket: async () => ({ studentId: bob }),
      findStaff: async () => ({
        ...{ staffId: 'mira', sessionId: 'session-1', name: 'Mira', email: 'mira@example.com', role: 'registrar' },
        ...{ stage: 'signedIn', verifiedAt: null, isRecentlyVerified: false, hasJustRecovered: false },
        expiresAt: new Date(),
      }),
    },
  });
  return { server, mount, state };
}

/** Starts a server with all endpoints of this file. */
export function startNoteServer(db: Kysely<Database>) {
  const { server, mount, state } = startServer(db);

  mount(addNote, async ({ db: tx, body }) => {
    const id = (await tx.selectFrom('notices').select('id').execute()).length + 1;
    const note = { id, title: body.title, content: '', date: '2026-01-01', expiry_date: '2026-01-02', position: id };
    await tx.insertInto('notices').values(note).execute();
    const refusal = state.refusalOfNext;
    state.refusalOfNext = null;
    if (refusal) throw refusal;
    return { statusCode: 200, id };
  });

  mount(getNote, async ({ db: handle, query }) => {
    if (query.fail === 'sql')
      await handle
        .selectFrom('notices')
        .select('id')
        .where('id', '=', 2 ** 40)
        .execute();
    if (query.fail === 'throw') throw new Error('the secret is 42');
    return { statusCode: 200, id: query.fail === 'shape' ? Number.NaN : 1 };
  });

  mount(addFile, async () => ({ statusCode: 200, id: state.receivedFiles.size }), {
    bodyLimit: 6000,
    async receive() {
      state.numberOfReceived += 1;
      state.receivedFiles.add(state.numberOfReceived);
      const id = state.numberOfReceived;
      return async () => void state.receivedFiles.delete(id);
    },
  });

  mount(addReport, async () => ({ statusCode: 200 }));
  mount(closeTicket, async () => ({ statusCode: 200 }));
  mount(setPlan, async () => ({ statusCode: 200 }));
  mount(getLog, async () => ({ statusCode: 200, lines: 'a line\n'.repeat(1000) }));
  return { server, state };
}
