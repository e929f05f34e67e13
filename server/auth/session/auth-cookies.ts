import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionHintCookie } from '../../../contract/headers.ts';
import { isHttps } from '../../http/request-url.ts';

/**
 * The sign-in cookies. `session`, `ticket` and `device` are secret: HttpOnly, and with the `__Host-` prefix where TLS
 * is used. Scripts can read `hint`, which says that the student may be signed in.
 */
type AuthCookie = 'session' | 'ticket' | 'device' | 'hint';

const secretNames = { session: 'landfall', ticket: 'landfall_ticket', device: 'landfall_device' } as const;

/**
 * The name of a sign-in cookie. With `secure`, a secret cookie has the prefix `__Host-`, such as `__Host-landfall`. The
 * cookie `hint` is always called `landfall_hint` (decision 175, "Give no `__Host-` prefix to cookies that carry no
 * right").
 */
function cookieName(cookie: AuthCookie, secure: boolean): string {
  if (cookie === 'hint') return sessionHintCookie;
  return secure ? `__Host-${secretNames[cookie]}` : secretNames[cookie];
}

function options(cookie: AuthCookie, secure: boolean): CookieSerializeOptions {
  return { path: '/', sameSite: 'lax', secure, httpOnly: cookie !== 'hint' };
}

export function readCookie(request: FastifyRequest, cookie: AuthCookie): string | undefined {
  return request.cookies[cookieName(cookie, isHttps(request))];
}

/** Sets a cookie with a lifetime in milliseconds. */
export function setCookie(reply: FastifyReply, cookie: AuthCookie, value: string, lifetime: number): void {
  const secure = isHttps(reply.request);
  reply.setCookie(cookieName(cookie, secure), value, {
    ...options(cookie, secure),
    maxAge: Math.floor(lifetime / 1000),
  });
}

export function clearCookie(reply: FastifyReply, cookie: AuthCookie): void {
  const secure = isHttps(reply.request);
  reply.clearCookie(cookieName(cookie, secure), options(cookie, secure));
}
