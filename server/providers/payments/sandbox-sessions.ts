import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { BatchQueue } from '../../db/transactions/batch-queue.ts';
import type { PaymentRequest } from './payments.ts';

type SandboxSession = { sessionId: string; returnUrl: string };

const makeSessionId = () => randomBytes(24).toString('base64url');

function insertSessionsSql(requests: ReadonlyArray<PaymentRequest & { sessionId: string }>): RawBuilder<unknown> {
  const list = <T>(of: (request: (typeof requests)[number]) => T) => requests.map(of);
  return sql`
    insert into sandbox_payments as p (session_id, provider_order_id, amount_paise, return_url, state, expires_at)
    select session_id, order_id, amount, return_url, 'active', expires_at
    from unnest(${list((one) => one.sessionId)}::text[], ${list((one) => one.orderId)}::text[],
      ${list((one) => one.amountPaise)}::bigint[], ${list((one) => one.returnUrl)}::text[],
      ${list((one) => one.expiresAt)}::timestamptz[]) as r (session_id, order_id, amount, return_url, expires_at)
    order by order_id`;
}

/** Creates payment sessions of the sandbox for new orders, and the SQL statement that stores the sessions. */
export function prepareSessions(requests: readonly PaymentRequest[]): {
  opened: SandboxSession[];
  statement: RawBuilder<unknown>;
} {
  const opened = requests.map((request) => ({ ...request, sessionId: makeSessionId() }));
  return { opened, statement: insertSessionsSql(opened) };
}

/** Stores several payment sessions of the sandbox in one statement. An order that already has a session keeps it. */
async function openSessions(db: Kysely<Database>, requests: readonly PaymentRequest[]): Promise<SandboxSession[]> {
  const { statement } = prepareSessions(requests);
  const { rows } = await sql<{ provider_order_id: string; session_id: string; return_url: string }>`${statement}
    on conflict (provider_order_id) do update set provider_order_id = p.provider_order_id
    returning p.provider_order_id, p.session_id, p.return_url`.execute(db);
  const opened = new Map(rows.map((row) => [row.provider_order_id, row]));
  return requests.map(({ orderId, returnUrl }) => {
    const row = opened.get(orderId);
    return { sessionId: row?.session_id ?? '', returnUrl: row?.return_url ?? returnUrl };
  });
}

/**
 * Creates a queue that opens payment sessions of the sandbox, several in one statement. If the same order is
 * requested twice, both requests get the same session.
 */
export function createSessionQueue(db: Kysely<Database>): BatchQueue<PaymentRequest, SandboxSession> {
  return new BatchQueue({
    concurrency: 2,
    maxBatchSize: 64,
    keyOf: ({ orderId }) => orderId,
    run: async (requests) => (await openSessions(db, requests)).map((result) => ({ result })),
  });
}
