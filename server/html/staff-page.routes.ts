import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendCompressed } from '../http/content-encoding.ts';
import { guardPlainRoute } from '../http/mount/plain-route.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { notFound } from '../http/refusal.ts';
import { requestUrlOf } from '../http/request-url.ts';
import { setPageHeaders } from '../http/security-headers.ts';
import { contentPolicyWith } from './content-policy.ts';

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
const isFile = /\.[a-z0-9]{1,12}$/i;

/**
 * Serves the page of the staff console at `/staff` and all paths below it. The page contains no data; the API calls
 * that it makes check who is signed in. Its Content-Security-Policy allows no other site, not even the providers that
 * the students' pages use.
 */
export async function staffPageRoutes(app: FastifyInstance, deps: { clientDir: string; rates: Rates }): Promise<void> {
  const file = join(deps.clientDir, 'staff.html');
  if (!existsSync(file)) return;
  const html = await readFile(file, 'utf8');
  const policy = contentPolicyWith()(null);
  for (const path of ['/staff', '/staff/*'])
    app.get(path, { config: { plain: declared }, onRequest: guardPlainRoute(deps.rates) }, (request, reply) => {
      if (isFile.test(requestUrlOf(request).pathname)) throw notFound();
      setPageHeaders(reply.type('text/html; charset=utf-8'), policy);
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
      return sendCompressed(request, reply, html);
    });
}
