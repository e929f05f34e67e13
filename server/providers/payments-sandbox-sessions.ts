import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Joiner } from '../db/joiner.ts';
import type { Database } from '../db/schema.ts';
import type { PaymentRequest } from './payments.ts';

type SandboxSession = { sessionId: string; returnUrl: string };

const makeSessionId = () => randomBytes(24).toString('base64url');

function inserting(requests: ReadonlyArray<PaymentRequest & { sessionId: string }>): RawBuilder<unknown> {
  const list = <T>(of: (request: (typeof requests)[number]) => T) => requests.map(of);
  return sql`
    insert into sandbox_payments as p (session_id, provider_order_id, amount_paise, return_url, state, expires_at)
    select session_id, order_id, amount, return_url, 'active', expires_at
    from unnest(${list((one) => one.sessionId)}::text[], ${list((one) => one.orderId)}::text[],
      ${list((one) => one.amountPaise)}::bigint[], ${list((one) => one.returnUrl)}::text[],
      ${list((one) => one.expiresAt)}::timestamptz[]) as r (session_id, order_id, amount, return_url, expires_at)
    order by order_id`;
}

/** Sessions of orders that are new, with the statement that stores them. */
export function openingSessions(requests: readonly PaymentRequest[]): {
  opened: SandboxSession[];
  statement: RawBuilder<unknown>;
} {
  const opened = requests.map((request) => ({ ...request, sessionId: makeSessionId() }));
  return { opened, statement: inserting(opened) };
}

/**
 * Opens sessions of the sandbox, many in one statement. Its commit waits for the disk: a database that dies right after it
 * would else forget the session, while the answer that names it is stored by a second try.
 */
async function openSessions(db: Kysely<Database>, requests: readonly PaymentRequest[]): Promise<SandboxSession[]> {
  const { statement } = openingSessions(requests);
  const { rows } = await sql<{ provider_order_id: string; session_id: string; return_url: string }>`${statement}
    on conflict (provider_order_id) do update set provider_order_id = p.provider_order_id
    returning p.provider_order_id, p.session_id, p.return_url`.execute(db);
  const opened = new Map(rows.map((row) => [row.provider_order_id, row]));
  return requests.map(({ orderId, returnUrl }) => {
    const row = opened.get(orderId);
    return { sessionId: row?.session_id ?? '', returnUrl: row?.return_url ?? returnUrl };
  });
}

/** The same order asked for twice has one session. */
export function joinSandboxSessions(db: Kysely<Database>): Joiner<PaymentRequest, SandboxSession> {
  return new Joiner({
    lanes: 2,
    atMost: 64,
    keyOf: ({ orderId }) => orderId,
    run: async (requests) => (await openSessions(db, requests)).map((answer) => ({ answer })),
  });
}
