import { randomUUID } from 'node:crypto';
import { plantDocument, plantFile } from '../../support/documents.ts';
import { batches, courses } from '../booking/academy-seed.ts';
import { contactForm, grievanceForm } from './form-samples.ts';
import type { Ask, Desk } from './idempotency-desk.ts';
import { documentUpload, imageUpload } from './upload-samples.ts';

/** Makes a first call that succeeds, each time for somebody new; `other` is another request that is as good. */
export type KeyedSample = { make(desk: Desk): Promise<Ask>; other(ask: Ask): Ask };

const password = 'Landfall#2026';
const fire = { type: 'course', course_id: courses.fire, batch_id: batches.fireOpen };

const withBody = (change: object) => (ask: Ask) => ({ ...ask, body: { ...Object(ask.body), ...change } });

async function withFire(desk: Desk) {
  const buyer = await desk.enrol();
  await desk.send('POST', { ...buyer, url: '/api/cart/add', body: fire });
  return buyer;
}

async function withDocument(desk: Desk) {
  const one = await desk.enrol();
  const { id } = await plantDocument(desk.app.db, one.student.id);
  return { ...one, url: `/api/users/student/document/${id}` };
}

const otherImage = (await imageUpload('#a00')).body;

const withHeaders = (one: Pick<Ask, 'headers' | 'student'>, { headers, ...ask }: Ask): Ask => ({
  ...one,
  ...ask,
  headers: { ...one.headers, ...headers },
});

let registered = 0;

/** Every route that takes a key, by the name of its endpoint. */
export const keyedSamples: Record<string, KeyedSample> = {
  addToCart: {
    make: async (desk) => ({ ...(await desk.enrol()), url: '/api/cart/add', body: fire }),
    other: withBody({ batch_id: batches.fireSeven }),
  },
  removeFromCart: {
    make: async (desk) => ({
      ...(await withFire(desk)),
      url: '/api/cart',
      body: { item_type: 'course', course_id: courses.fire },
    }),
    other: withBody({ course_id: courses.radar }),
  },
  swapBatch: {
    make: async (desk) => ({
      ...(await withFire(desk)),
      url: '/api/cart/batch',
      body: { ...fire, item_type: 'course', batch_id: batches.fireSeven },
    }),
    other: withBody({ batch_id: batches.fireOpen }),
  },
  createOrder: {
    make: async (desk) => {
      const buyer = await withFire(desk);
      const query = new URLSearchParams({
        id: buyer.student.id,
        redirect_url: '/course-booking/checkout/confirmation',
      });
      return { ...buyer, url: `/api/orders/create?${query}`, body: {} };
    },
    other: withBody({ terms_version: '2026-01' }),
  },
  updateStudent: {
    make: async (desk) => {
      const one = await desk.enrol();
      return { ...one, url: `/api/users/student/${one.student.id}`, body: { city: 'Chennai' } };
    },
    other: withBody({ city: 'Kochi' }),
  },
  uploadDocument: {
    make: async (desk) => withHeaders(await desk.enrol(), documentUpload()),
    other: (ask) => ({ ...ask, body: documentUpload('<< /Title (Another) >>').body }),
  },
  uploadImage: {
    make: async (desk) => withHeaders(await desk.enrol(), await imageUpload()),
    other: (ask) => ({ ...ask, body: otherImage }),
  },
  addDocument: {
    make: async (desk) => {
      const one = await desk.enrol();
      const { url } = await plantFile(desk.app.db, one.student.id);
      const body = { document_url: url, category_name: 'personal', document_name: 'Passport' };
      return { ...one, url: '/api/users/student/document/add', body };
    },
    other: withBody({ document_name: 'CDC' }),
  },
  changeDocument: {
    make: async (desk) => ({ ...(await withDocument(desk)), body: { expires_on: '2027-02-03' } }),
    other: withBody({ expires_on: null }),
  },
  deleteDocument: {
    make: withDocument,
    other: (ask) => ({ ...ask, url: ask.url.replace(/[^/]+$/, randomUUID()) }),
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
    make: async (desk) => ({ url: '/api/auth/user/forgot/pass', body: { email: (await desk.enrol()).email } }),
    other: withBody({ email: 'somebody.else@example.com' }),
  },
  resetPassword: {
    make: async (desk) => {
      const { email } = await desk.enrol({ password: 'Landfall#2025' });
      const tok = await requestToken(desk, email);
      const passwords = { newPassword: password, confirmPassword: password };
      return { url: '/api/auth/user/reset/pass', body: { email, tok, ...passwords } };
    },
    other: withBody({ newPassword: 'Landfall#2027', confirmPassword: 'Landfall#2027' }),
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

/** The token of the link that a reset mail carries. */
export async function requestToken(desk: Desk, email: string): Promise<string> {
  await desk.send('POST', { url: '/api/auth/user/forgot/pass', body: { email } });
  const mails = await desk.app.db
    .selectFrom('mail_outbox')
    .select('link')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .execute();
  return new URL(mails[0]?.link ?? '', 'http://localhost').searchParams.get('t') ?? '';
}
