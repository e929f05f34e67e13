import { providerOrderIdOf } from '../../orders/ordering.ts';
import { paymentWebhook, sign } from '../../orders/pay/webhooks.ts';
import { plantTerms } from '../../student/planted-terms.ts';
import { waitingEntry, waitingOffer } from '../../waiting-lists/waiting-entry.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import { readChoiceSample } from './calendar-samples.ts';
import { keyedSamples, requestToken } from './keyed-samples.ts';
import { pushSamples } from './push-samples.ts';

/**
 * A sample for an API call that may be repeated without an idempotency key. `make` prepares a request that succeeds.
 * `gains` lists the database tables to which a repetition of this request may add rows, such as `lookup_tickets`.
 */
export type RepeatableSample = { make(api: ApiDriver): Promise<ApiRequest>; gains?: string[] };

const password = 'Landfall#2026';
const person = { user_id: null };
const codeFor = 'asha@example.com';

async function lookUp(api: ApiDriver, identifier: string): Promise<string> {
  return (await api.send('POST', { url: '/api/auth/search/user', body: { identifier } })).cookie;
}

async function sendCode(api: ApiDriver, identifier: string): Promise<{ reqId: string; otp: string }> {
  const sent = await api.send('POST', { url: '/sandbox/otp/send', body: { identifier } });
  const { code } = await api.app.db
    .selectFrom('sandbox_codes')
    .select('code')
    .where('request_id', '=', String(sent.body.message))
    .executeTakeFirstOrThrow();
  return { reqId: String(sent.body.message), otp: code };
}

async function openPayment(api: ApiDriver): Promise<{ session: string; orderId: string }> {
  const request = await keyedSamples.createOrder?.make(api);
  if (!request) throw new Error('createOrder has no keyed sample');
  const { body } = await api.send('POST', request);
  return { session: String(body.data), orderId: await providerOrderIdOf(api.app, String(body.attempt_id)) };
}

async function paidDelivery(api: ApiDriver): Promise<ApiRequest> {
  const { orderId } = await openPayment(api);
  const event = paymentWebhook({ orderId, paymentId: `pay-${orderId}`, status: 'SUCCESS', amount: 5500.5 });
  const { body, headers } = sign(event, api.app.clock.now());
  return { url: '/api/payments/webhook', body, headers: { ...headers, 'content-type': 'application/json' } };
}

/**
 * Samples, by endpoint name, for all routes outside the staff console that are not GET and take no idempotency key.
 * Routes that the API contract does not declare have their method and URL as name.
 */
export const repeatableSamples: Record<string, RepeatableSample> = {
  leaveWaitingList: {
    make: async (api) => {
      const one = await api.enrol();
      return { ...one, url: '/api/waiting-lists', body: { id: await waitingEntry(api.app, one.student.id) } };
    },
  },
  acceptWaitingOffer: {
    make: async (api) => {
      const one = await api.enrol();
      return { ...one, url: '/api/waiting-lists/accept', body: { id: await waitingOffer(api.app, one.student.id) } };
    },
  },
  getLoginStatus: {
    make: async (api) => ({ ...(await api.enrol()), url: '/api/auth/verify/login/status', body: { value: 'hint' } }),
  },
  searchUser: {
    make: async (api) => ({ url: '/api/auth/search/user', body: { identifier: (await api.enrol()).email } }),
    gains: ['lookup_tickets'],
  },
  signInByPassword: {
    make: async (api) => {
      const { student, email } = await api.enrol({ password });
      const claim = { identifier: email, field: 'email', user_id: student.id, password, type: 'student' };
      return { url: '/api/auth/login', body: claim };
    },
  },
  signInByCode: {
    make: async (api) => {
      const { student, email } = await api.enrol();
      const cookie = await lookUp(api, email);
      const { reqId, otp } = await sendCode(api, email);
      const verified = await api.send('POST', { url: '/sandbox/otp/verify', body: { reqId, otp } });
      const token = { OTPtoken: verified.body.message, method: 'email_otp' };
      return {
        url: '/api/auth/login/otp',
        body: { user_id: student.id, type: 'student', ...token },
        headers: { cookie },
      };
    },
  },
  verifyContact: {
    make: async (api) => {
      const caller = await api.enrol();
      const { reqId, otp } = await sendCode(api, caller.email);
      const verified = await api.send('POST', { url: '/sandbox/otp/verify', body: { reqId, otp } });
      return { ...caller, url: '/api/auth/verify/contact', body: { OTPtoken: verified.body.message } };
    },
  },
  signOut: { make: async (api) => ({ ...(await api.enrol()), url: '/api/auth/logout', body: {} }) },
  ...pushSamples,
  acceptTerms: {
    async make(api) {
      const body = { version: await plantTerms(api.app.db) };
      return { ...(await api.enrol()), url: '/api/users/student/terms', body };
    },
  },
  endSessions: {
    make: async (api) => ({ ...(await api.enrol()), url: '/api/users/student/sessions', body: {} }),
  },
  verifyResetToken: {
    make: async (api) => ({
      url: '/api/auth/verify/user/flag',
      body: { tok: await requestToken(api, (await api.enrol()).email) },
    }),
  },
  readBatchChoice: readChoiceSample,
  receivePaymentUpdate: { make: paidDelivery },
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
    make: async (api) => ({
      url: '/sandbox/otp/retry',
      body: { reqId: (await sendCode(api, codeFor)).reqId, channel: '3' },
    }),
    gains: ['sandbox_messages'],
  },
  'POST /sandbox/otp/verify': {
    make: async (api) => ({ url: '/sandbox/otp/verify', body: await sendCode(api, codeFor) }),
  },
  'POST /sandbox/pay/:session/:choice': {
    make: async (api) => ({ url: `/sandbox/pay/${(await openPayment(api)).session}/pay`, body: '' }),
  },
};
