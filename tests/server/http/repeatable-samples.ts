import { sign, tell } from '../orders/webhooks.ts';
import type { Ask, Desk } from './idempotency-desk.ts';
import { keyedSamples, requestToken } from './keyed-samples.ts';

/**
 * Makes a first call that succeeds. `gains`: tables in which a repeat leaves a row of its own all the same, since it is
 * a new ticket, a new code or a log.
 */
export type RepeatableSample = { make(desk: Desk): Promise<Ask>; gains?: string[] };

const password = 'Landfall#2026';
const person = { user_id: null };
const codeFor = 'asha@example.com';

async function lookUp(desk: Desk, identifier: string): Promise<string> {
  return (await desk.send('POST', { url: '/api/auth/search/user', body: { identifier } })).cookie;
}

async function sendCode(desk: Desk, identifier: string): Promise<{ reqId: string; otp: string }> {
  const sent = await desk.send('POST', { url: '/sandbox/otp/send', body: { identifier } });
  const { code } = await desk.app.db
    .selectFrom('sandbox_codes')
    .select('code')
    .where('request_id', '=', String(sent.body.message))
    .executeTakeFirstOrThrow();
  return { reqId: String(sent.body.message), otp: code };
}

async function openPayment(desk: Desk): Promise<{ session: string; orderId: string }> {
  const ask = await keyedSamples.createOrder?.make(desk);
  if (!ask) throw new Error('orders are created under a key');
  const { body } = await desk.send('POST', ask);
  return { session: String(body.data), orderId: String(body.attempt_id) };
}

async function paidDelivery(desk: Desk): Promise<Ask> {
  const { orderId } = await openPayment(desk);
  const told = tell({ orderId, paymentId: `pay-${orderId}`, status: 'SUCCESS', amount: 5500.5 });
  const { body, headers } = sign(told, desk.app.clock.now());
  return { url: '/api/payments/webhook', body, headers: { ...headers, 'content-type': 'application/json' } };
}

/** Every other unsafe route: calls by the name of their endpoint, routes beside the contract by method and address. */
export const repeatableSamples: Record<string, RepeatableSample> = {
  getLoginStatus: {
    make: async (desk) => ({ ...(await desk.enrol()), url: '/api/auth/verify/login/status', body: { value: 'hint' } }),
  },
  searchUser: {
    make: async (desk) => ({ url: '/api/auth/search/user', body: { identifier: (await desk.enrol()).email } }),
    gains: ['lookup_tickets'],
  },
  signInByPassword: {
    make: async (desk) => {
      const { student, email } = await desk.enrol({ password });
      const claim = { identifier: email, field: 'email', user_id: student.id, password, type: 'student' };
      return { url: '/api/auth/login', body: claim };
    },
  },
  signInByCode: {
    make: async (desk) => {
      const { student, email } = await desk.enrol();
      const cookie = await lookUp(desk, email);
      const { reqId, otp } = await sendCode(desk, email);
      const verified = await desk.send('POST', { url: '/sandbox/otp/verify', body: { reqId, otp } });
      const token = { OTPtoken: verified.body.message, method: 'email_otp' };
      return {
        url: '/api/auth/login/otp',
        body: { user_id: student.id, type: 'student', ...token },
        headers: { cookie },
      };
    },
  },
  signOut: { make: async (desk) => ({ ...(await desk.enrol()), url: '/api/auth/logout', body: {} }) },
  endSessions: {
    make: async (desk) => ({ ...(await desk.enrol()), url: '/api/users/student/sessions', body: {} }),
  },
  verifyResetToken: {
    make: async (desk) => ({
      url: '/api/auth/verify/user/flag',
      body: { tok: await requestToken(desk, (await desk.enrol()).email) },
    }),
  },
  receivePaymentNews: { make: paidDelivery },
  logSession: {
    make: async () => ({ url: '/api/collect/user/session/log', body: { ...person, action: 'active' } }),
    gains: ['session_logs'],
  },
  logPage: {
    make: async () => ({ url: '/api/collect/user/activity/page', body: { ...person, page_url: '/', action: 'enter' } }),
    gains: ['page_logs'],
  },
  logClientError: {
    make: async () => {
      const error = { source: 'page', name: 'TypeError', message: 'x is not a function', release: 'test' };
      const circumstances = { timestamp: '2026-03-10T06:30:00.000Z', userAgent: 'Browser', urlLocation: '/' };
      return { url: '/api/collect/error/client-error-log', body: { ...error, ...circumstances } };
    },
    gains: ['client_errors'],
  },
  'POST /sandbox/otp/send': {
    make: async () => ({ url: '/sandbox/otp/send', body: { identifier: codeFor } }),
    gains: ['sandbox_codes', 'sandbox_messages'],
  },
  'POST /sandbox/otp/retry': {
    make: async (desk) => ({
      url: '/sandbox/otp/retry',
      body: { reqId: (await sendCode(desk, codeFor)).reqId, channel: '3' },
    }),
    gains: ['sandbox_messages'],
  },
  'POST /sandbox/otp/verify': {
    make: async (desk) => ({ url: '/sandbox/otp/verify', body: await sendCode(desk, codeFor) }),
  },
  'POST /sandbox/pay/:session/:choice': {
    make: async (desk) => ({ url: `/sandbox/pay/${(await openPayment(desk)).session}/pay`, body: '' }),
  },
};
