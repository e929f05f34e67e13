import { randomUUID } from 'node:crypto';
import { plantDocument, plantFile } from '../../../support/documents.ts';
import { batches, courses } from '../../booking/academy-seed.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import { contactForm, grievanceForm } from '../form-samples.ts';
import { documentUpload, imageUpload } from '../upload-samples.ts';
import { choiceSample } from './calendar-samples.ts';

/**
 * A sample for an API call that takes an idempotency key. `make` prepares a request that succeeds, from a new student
 * or staff member if the call requires sign-in. `other` turns it into a different valid request, which a test sends
 * with the same key.
 */
export type KeyedSample = { make(api: ApiDriver): Promise<ApiRequest>; other(request: ApiRequest): ApiRequest };

const password = 'Compass#2026';
const fire = { type: 'course', course_id: courses.fire, batch_id: batches.fireOpen };

const withBody = (change: object) => (request: ApiRequest) => ({
  ...request,
  body: { ...Object(request.body), ...change },
});

async function withFire(api: ApiDriver) {
  const buyer = await api.enrol();
  await api.send('POST', { ...buyer, url: '/api/cart/add', body: fire });
  return buyer;
}

async function withDocument(api: ApiDriver) {
  const one = await api.enrol();
  const { id } = await plantDocument(api.app.db, one.student.id);
  return { ...one, url: `/api/users/student/document/${id}` };
}

const otherImage = (await imageUpload('#a00')).body;

const withHeaders = (
  one: Pick<ApiRequest, 'headers' | 'student'>,
  { headers, ...request }: ApiRequest,
): ApiRequest => ({
  ...one,
  ...request,
  headers: { ...one.headers, ...headers },
});

let registered = 0;

/**
 * Sample requests, by endpoint name: one for every API call outside the staff console that takes an idempotency key.
 */
export const keyedSamples: Record<string, KeyedSample> = {
  addToCart: {
    make: async (api) => ({ ...(await api.enrol()), url: '/api/cart/add', body: fire }),
    other: withBody({ batch_id: batches.fireSeven }),
  },
  removeFromCart: {
    make: async (api) => ({
      ...(await withFire(api)),
      url: '/api/cart',
      body: { item_type: 'course', course_id: courses.fire },
    }),
    other: withBody({ course_id: courses.radar }),
  },
  swapBatch: {
    make: async (api) => ({
      ...(await withFire(api)),
      url: '/api/cart/batch',
      body: { ...fire, item_type: 'course', batch_id: batches.fireSeven },
    }),
    other: withBody({ batch_id: batches.fireOpen }),
  },
  joinWaitingList: {
    make: async (api) => ({
      ...(await api.enrol()),
      url: '/api/waiting-lists',
      body: { ...fire, batch_id: batches.fireFull },
    }),
    other: withBody({ batch_id: batches.fireSeven }),
  },
  createOrder: {
    make: async (api) => {
      const buyer = await withFire(api);
      const query = new URLSearchParams({
        id: buyer.student.id,
        redirect_url: '/course-booking/checkout/confirmation',
      });
      return { ...buyer, url: `/api/orders/create?${query}`, body: {} };
    },
    other: withBody({ terms_version: '2026-01' }),
  },
  updateStudent: {
    make: async (api) => {
      const one = await api.enrol();
      return { ...one, url: `/api/users/student/${one.student.id}`, body: { city: 'Chennai' } };
    },
    other: withBody({ city: 'Kochi' }),
  },
  uploadDocument: {
    make: async (api) => withHeaders(await api.enrol(), documentUpload()),
    other: (request) => ({ ...request, body: documentUpload('<< /Title (Another) >>').body }),
  },
  uploadImage: {
    make: async (api) => withHeaders(await api.enrol(), await imageUpload()),
    other: (request) => ({ ...request, body: otherImage }),
  },
  addDocument: {
    make: async (api) => {
      const one = await api.enrol();
      const { url } = await plantFile(api.app.db, one.student.id);
      const body = { document_url: url, category_name: 'personal', document_name: 'Passport' };
      return { ...one, url: '/api/users/student/document/add', body };
    },
    other: withBody({ document_name: 'CDC' }),
  },
  changeDocument: {
    make: async (api) => ({ ...(await withDocument(api)), body: { expires_on: '2027-02-03' } }),
    other: withBody({ expires_on: null }),
  },
  deleteDocument: {
    make: withDocument,
    other: (request) => ({ ...request, url: request.url.replace(/[^/]+$/, randomUUID()) }),
  },
  registerStudent: {
    make: async () => {
      registered += 1;
      const mobile = String(9_100_000_000 + registered);
      const names = { first_name: 'Asha', last_name: 'Nair', dob: '2004-02-29', password };
      const contacts = { email: `new.${registered}@example.com`, mobile, whatsapp_number: mobile };
      return { url: '/api/users/student/add', body: { ...names, ...contacts } };
    },
    other: withBody({ first_name: 'Dev' }),
  },
  requestPasswordReset: {
    make: async (api) => ({ url: '/api/auth/user/forgot/pass', body: { email: (await api.enrol()).email } }),
    other: withBody({ email: 'somebody.else@example.com' }),
  },
  changePassword: {
    make: async (api) => {
      const body = { currentPassword: 'Compass#2025', newPassword: password, confirmPassword: password };
      return { ...(await api.enrol({ password: 'Compass#2025' })), url: '/api/users/student/password', body };
    },
    other: withBody({ newPassword: 'Compass#2027', confirmPassword: 'Compass#2027' }),
  },
  makeBatchChoice: choiceSample,
  resetPassword: {
    make: async (api) => {
      const { email } = await api.enrol({ password: 'Compass#2025' });
      const tok = await requestToken(api, email);
      const passwords = { newPassword: password, confirmPassword: password };
      return { url: '/api/auth/user/reset/pass', body: { email, tok, ...passwords } };
    },
    other: withBody({ newPassword: 'Compass#2027', confirmPassword: 'Compass#2027' }),
  },
  addContact: {
    make: async () => ({ url: '/api/submissions/contact/add', body: { formData: contactForm } }),
    other: withBody({ formData: { ...contactForm, message: 'How long?' } }),
  },
  addGrievance: {
    make: async () => ({ url: '/api/submissions/grievance/add', body: { formData: grievanceForm } }),
    other: withBody({ formData: { grievance: 'The mess closes early.', anonymous: true } }),
  },
};

/** Requests a password reset for the account with this email address. Returns the token in the emailed link. */
export async function requestToken(api: ApiDriver, email: string): Promise<string> {
  await api.send('POST', { url: '/api/auth/user/forgot/pass', body: { email } });
  const mails = await api.app.db
    .selectFrom('mail_outbox')
    .select('link')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute();
  return new URL(mails[0]?.link ?? '', 'http://localhost').searchParams.get('t') ?? '';
}
