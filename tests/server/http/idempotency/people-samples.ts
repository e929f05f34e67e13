import { plantDocument } from '../../../support/documents.ts';
import { createStudent } from '../../../support/student.ts';
import type { ApiDriver, ApiRequest } from '../api-driver.ts';
import { contactForm } from '../form-samples.ts';
import type { KeyedSample } from './keyed-samples.ts';
import type { RepeatableSample } from './repeatable-samples.ts';

const withBody = (change: object) => (request: ApiRequest) => ({
  ...request,
  body: { ...Object(request.body), ...change },
});
const reason = 'as agreed';
let made = 0;
const nextNumber = () => {
  made += 1;
  return String(made).padStart(4, '0');
};

/** Inserts an enquiry, by default one from the contact form. Returns the enquiry's id. */
async function plantEnquiry(api: ApiDriver, body: object = contactForm): Promise<number> {
  const { id } = await api.app.db
    .insertInto('submissions')
    .values({ kind: 'contact', reference: `LFE-${crypto.randomUUID()}`, body: JSON.stringify(body), student_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function plantTemplate(api: ApiDriver): Promise<number> {
  const { id } = await api.app.db
    .insertInto('reply_templates')
    .values({ name: `Fees ${nextNumber()}`, text: 'Dear {name}', updated_at: new Date(api.app.clock.now()) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function aboutStudent(api: ApiDriver, what: string, body: object): Promise<ApiRequest> {
  const { headers = {} } = await api.hire();
  const { id } = await createStudent(api.app.db);
  return { url: `/api/staff/students/${id}${what}`, body, headers };
}

async function aboutEnquiry(api: ApiDriver, what: string, body: object): Promise<ApiRequest> {
  const { headers = {} } = await api.hire();
  return { url: `/api/staff/enquiries/${await plantEnquiry(api)}${what}`, body, headers };
}

const importRow = (mobile: string) => ({
  line: 2,
  cells: {
    ...{ first_name: 'Nila', last_name: 'Das', email: '', mobile, whatsapp_number: '' },
    ...{ dob: '', indos_number: '', passport_number: '' },
  },
});

/**
 * Sample requests, by endpoint name: one for every staff call about students, documents or enquiries that takes an
 * idempotency key.
 */
export const peopleKeyedSamples: Record<string, KeyedSample> = {
  changeStudent: {
    make: (api) => aboutStudent(api, '', { city: 'Kochi', email: `changed.${nextNumber()}@example.com` }),
    other: withBody({ city: 'Chennai' }),
  },
  setStudentBooking: {
    make: (api) => aboutStudent(api, '/booking', { is_allowed: false, reason }),
    other: withBody({ is_allowed: true }),
  },
  creditStudentWallet: {
    make: (api) =>
      aboutStudent(api, '/wallet', { amount: 100.5, reference: `R-${nextNumber()}`, description: 'Cash', reason }),
    other: withBody({ amount: 200 }),
  },
  addStudentNote: {
    make: (api) => aboutStudent(api, '/notes', { text: 'Called about the medical.' }),
    other: withBody({ text: 'Another note' }),
  },
  createStudent: {
    make: async (api) => ({
      url: '/api/staff/students',
      body: { ...importRow(`966660${nextNumber()}`).cells, may_share_mobile: false },
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ first_name: 'Mira' }),
  },
  importStudents: {
    make: async (api) => ({
      url: '/api/staff/students/import/lines',
      body: { file_name: 'students.csv', may_share_mobile: false, rows: [importRow(`977770${nextNumber()}`)] },
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ file_name: 'other.csv' }),
  },
  reviewDocument: {
    make: async (api) => {
      const { id } = await plantDocument(api.app.db, (await createStudent(api.app.db)).id);
      return {
        url: `/api/staff/documents/${id}/state`,
        body: { state: 'rejected', seen: 'waiting', reason: 'The scan is blurred.' },
        headers: (await api.hire()).headers ?? {},
      };
    },
    other: withBody({ reason: 'The passport has expired.' }),
  },
  changeEnquiry: {
    make: (api) => aboutEnquiry(api, '', { state: 'closed' }),
    other: withBody({ state: 'in_work' }),
  },
  addEnquiryNote: {
    make: (api) => aboutEnquiry(api, '/notes', { text: 'Asked accounts.' }),
    other: withBody({ text: 'Another note' }),
  },
  replyToEnquiry: {
    make: (api) => aboutEnquiry(api, '/replies', { text: 'The fee is ₹9,000.' }),
    other: withBody({ text: 'Another reply' }),
  },
  addReplyTemplate: {
    make: async (api) => ({
      url: '/api/staff/reply-templates',
      body: { name: `Dates ${nextNumber()}`, text: 'Dear {name}' },
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ text: 'Dear student' }),
  },
  changeReplyTemplate: {
    make: async (api) => ({
      url: `/api/staff/reply-templates/${await plantTemplate(api)}`,
      body: { name: `Changed ${nextNumber()}`, text: 'Dear {name}' },
      headers: (await api.hire()).headers ?? {},
    }),
    other: withBody({ text: 'Dear student' }),
  },
  deleteReplyTemplate: {
    make: async (api) => ({
      url: `/api/staff/reply-templates/${await plantTemplate(api)}`,
      headers: (await api.hire()).headers ?? {},
    }),
    other: (request) => ({ ...request, url: '/api/staff/reply-templates/2147483647' }),
  },
};

/**
 * Sample requests, by endpoint name, for all staff calls about students, documents or enquiries that are not GET and
 * take no idempotency key.
 */
export const peopleRepeatableSamples: Record<string, RepeatableSample> = {
  checkStudentImport: {
    make: async (api) => ({
      url: '/api/staff/students/import/check',
      body: {
        file_name: 'students.csv',
        may_share_mobile: false,
        text: 'first_name,last_name,mobile\nNila,Das,9777799999',
      },
      headers: (await api.hire()).headers ?? {},
    }),
  },
};
