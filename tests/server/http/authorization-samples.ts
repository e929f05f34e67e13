import { batches, courses } from '../booking/academy-seed.ts';
import { sign, tell } from '../orders/webhooks.ts';
import { forgedToken, type World } from './authorization-world.ts';
import { contactForm, grievanceForm } from './form-samples.ts';
import { documentUpload, imageUpload, storeDocument } from './upload-samples.ts';

export type Ask = { url: string; body?: object | string; headers?: Record<string, string> };

/**
 * A call that asks for the victim's things. `status`: what a public call answers to a stranger and to nobody, or what a
 * student's call answers about the asking student alone. `owner`: what the victim gets, 200 unless said.
 */
export type AuthorizationSample = {
  ask(world: World): Ask | Promise<Ask>;
  status?: { nobody?: number; expired?: number; stranger: number };
  owner?: number;
  /** Secrets that the call is there to tell, and tables it may add to under the victim. */
  tells?(world: World): string[];
  touches?: string[];
  /** The call as the one who may make it would: signed, or with a proof that only they have. */
  proven?(world: World): Ask | Promise<Ask>;
};

const own = { stranger: 200 };
const open = { nobody: 200, stranger: 200 };
const openPage = (url: string): AuthorizationSample => ({ ask: () => ({ url }), status: open });
/** A page of the academy's, which has written none here. */
const emptyPage = (url: string): AuthorizationSample => ({
  ask: () => ({ url }),
  status: { nobody: 404, stranger: 404 },
  owner: 404,
});
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

async function codeToken({ app, victim }: World): Promise<string> {
  const identifier = victim.email;
  const sent = await app.call('POST', '/sandbox/otp/send', { body: { identifier } });
  const reqId = String((sent.body as { message: string }).message);
  const row = app.db.selectFrom('sandbox_codes').select('code').where('request_id', '=', reqId);
  const otp = (await row.executeTakeFirstOrThrow()).code;
  const verified = await app.call('POST', '/sandbox/otp/verify', { body: { reqId, otp } });
  return String((verified.body as { message: string }).message);
}

async function ticketOf({ app, victim }: World): Promise<Record<string, string>> {
  const { cookie } = await app.call('POST', '/api/auth/search/user', { body: { identifier: victim.email } });
  return { cookie };
}

const claim = ({ victim }: World) => ({
  identifier: victim.email,
  field: 'email',
  user_id: victim.id,
  type: 'student',
});
const delivery = ({ victim }: World) =>
  tell({ orderId: victim.attemptId, paymentId: 'pay-forged', status: 'SUCCESS', amount: 1 });

/** Every route of the API by endpoint name, routes beside the contract by method and address. */
export const authorizationSamples: Record<string, AuthorizationSample> = {
  getLoginStatus: {
    ask: () => ({ url: '/api/auth/verify/login/status', body: { value: 'hint' } }),
    status: { nobody: 401, stranger: 200 },
  },
  searchUser: {
    ask: ({ victim }) => ({ url: '/api/auth/search/user', body: { identifier: victim.email } }),
    status: open,
    tells: ({ victim }) => [victim.id],
    touches: ['lookup_tickets'],
  },
  getContact: {
    ask: ({ victim }) => ({ url: `/api/auth/search/user/contact?${query({ user_id: victim.id, isEmail: 'true' })}` }),
    proven: async (world) => ({
      url: `/api/auth/search/user/contact?${query({ user_id: world.victim.id, isEmail: 'true' })}`,
      headers: await ticketOf(world),
    }),
  },
  signInByPassword: {
    ask: (world) => ({ url: '/api/auth/login', body: { ...claim(world), password: 'Wrong#2026' } }),
    status: { nobody: 401, stranger: 401 },
    proven: (world) => ({ url: '/api/auth/login', body: { ...claim(world), password: world.victim.password } }),
  },
  getCodeProvider: openPage('/api/auth/code-provider'),
  signInByCode: {
    ask: async (world) => ({
      url: '/api/auth/login/otp',
      body: { user_id: world.victim.id, type: 'student', OTPtoken: forgedToken(), method: 'email_otp' },
    }),
    status: own,
    proven: async (world) => ({
      url: '/api/auth/login/otp',
      body: { user_id: world.victim.id, type: 'student', OTPtoken: await codeToken(world), method: 'email_otp' },
      headers: await ticketOf(world),
    }),
  },
  signOut: { ask: ({ victim }) => ({ url: '/api/auth/logout', body: { user_id: victim.id } }), status: open },
  requestPasswordReset: {
    ask: ({ victim }) => ({ url: '/api/auth/user/forgot/pass', body: { email: victim.email } }),
    // A second mail so soon is refused, whoever asks.
    status: { nobody: 200, expired: 429, stranger: 429 },
    touches: ['password_resets'],
    owner: 429,
  },
  verifyResetToken: {
    ask: () => ({ url: '/api/auth/verify/user/flag', body: { tok: forgedToken() } }),
    status: { nobody: 401, stranger: 401 },
    owner: 401,
  },
  resetPassword: {
    ask: ({ victim }) => ({
      url: '/api/auth/user/reset/pass',
      body: { email: victim.email, tok: forgedToken(), newPassword: 'Other#2027', confirmPassword: 'Other#2027' },
    }),
    status: { nobody: 401, stranger: 401 },
    owner: 401,
  },
  registerStudent: {
    ask: ({ victim }) => ({
      url: '/api/users/student/add',
      body: {
        first_name: 'Somebody',
        last_name: 'Else',
        dob: '2004-02-29',
        email: victim.email,
        mobile: '9822200001',
        whatsapp_number: '9822200001',
        password: 'Other#2027',
      },
    }),
    status: { nobody: 409, stranger: 409 },
    owner: 409,
  },
  logSession: {
    ask: ({ victim }) => ({ url: '/api/collect/user/session/log', body: { user_id: victim.id, action: 'active' } }),
    status: open,
  },
  logPage: {
    ask: ({ victim }) => ({
      url: '/api/collect/user/activity/page',
      body: { user_id: victim.id, page_url: '/', action: 'enter' },
    }),
    status: open,
  },
  logClientError: {
    ask: () => ({
      url: '/api/collect/error/client-error-log',
      body: {
        source: 'page',
        name: 'TypeError',
        message: 'x is not a function',
        release: 'test',
        timestamp: '2026-03-10T06:30:00.000Z',
        userAgent: 'Browser',
        urlLocation: '/',
      },
    }),
    status: open,
  },
  getStudent: { ask: ({ victim }) => ({ url: `/api/users/student?${query({ userId: victim.id })}` }) },
  updateStudent: {
    ask: ({ victim }) => ({ url: `/api/users/student/${victim.id}`, body: { city: 'Elsewhere' } }),
  },
  listDocuments: { ask: () => ({ url: '/api/users/student/documents' }), status: own },
  addDocument: {
    ask: ({ victim }) => ({
      url: '/api/users/student/document/add',
      body: { document_url: victim.looseUrl, category_name: 'personal', document_name: 'Passport' },
    }),
    // The address is none of the stranger's: as if nothing lay there.
    status: { stranger: 400 },
  },
  changeDocument: {
    ask: ({ victim }) => ({
      url: `/api/users/student/document/${victim.documentId}`,
      body: { expires_on: '2027-02-03' },
    }),
  },
  deleteDocument: { ask: ({ victim }) => ({ url: `/api/users/student/document/${victim.documentId}` }) },
  uploadDocument: { ask: () => documentUpload(), status: own },
  uploadImage: { ask: () => imageUpload(), status: own },
  getFile: { ask: async ({ app, victim }) => ({ url: await storeDocument(app, victim.headers) }) },
  listSessions: { ask: () => ({ url: '/api/users/student/sessions' }), status: own },
  endSessions: {
    ask: ({ victim }) => ({ url: '/api/users/student/sessions', body: { id: victim.sessionId } }),
    status: own,
    // The victim's own device: it logs out instead.
    owner: 409,
  },
  listCourses: openPage('/api/course?search=canary'),
  listCoursesByCategory: openPage('/api/course/byCategory?search=canary'),
  getHealth: openPage('/api/health'),
  getHeader: emptyPage('/api/cms/header'),
  getFooter: emptyPage('/api/cms/footer'),
  getHome: emptyPage('/api/cms/home'),
  getCmsPage: emptyPage('/api/cms/content/about'),
  getTerms: emptyPage('/api/cms/content/terms'),
  getRefundPolicy: emptyPage('/api/cms/content/refund-policy'),
  getPrivacyPolicy: emptyPage('/api/cms/content/privacy-policy'),
  getAntiRagging: emptyPage('/api/cms/content/anti-ragging'),
  getGrievancePage: emptyPage('/api/cms/content/grievance'),
  listRedirects: emptyPage('/api/cms/redirects'),
  listDepartments: openPage('/api/departments'),
  getVoyageManifest: openPage('/api/offline/manifest'),
  getVoyagePart: openPage('/api/offline/part/frame'),
  listPosts: openPage('/wp-json/wp/v2/posts?_embed=1'),
  getPost: emptyPage('/wp-json/wp/v2/posts/1'),
  'GET /blogs/feed.xml': emptyPage('/blogs/feed.xml'),
  'GET /events/feed.xml': emptyPage('/events/feed.xml'),
  'GET /marine-insights/feed.xml': emptyPage('/marine-insights/feed.xml'),
  'GET /robots.txt': openPage('/robots.txt'),
  'GET /sitemap.xml': openPage('/sitemap.xml'),
  addContact: {
    ask: () => ({ url: '/api/submissions/contact/add', body: { formData: contactForm } }),
    status: open,
    touches: ['submissions'],
  },
  addGrievance: {
    ask: () => ({ url: '/api/submissions/grievance/add', body: { formData: grievanceForm } }),
    status: open,
    touches: ['submissions'],
  },
  listBookingPage: {
    ask: () => ({ url: '/api/booking-groups/booking-page?courseType=individual&searchTerm=canary' }),
    status: { nobody: 401, stranger: 200 },
  },
  getBookingSettings: openPage('/api/booking-groups/settings'),
  getCart: { ask: () => ({ url: '/api/cart' }), status: own },
  addToCart: {
    ask: () => ({
      url: '/api/cart/add',
      body: { type: 'course', course_id: courses.firstAid, batch_id: batches.firstAidOpen },
    }),
    status: own,
  },
  removeFromCart: {
    ask: () => ({ url: '/api/cart', body: { item_type: 'course', course_id: courses.radar } }),
    status: own,
  },
  swapBatch: {
    ask: () => ({
      url: '/api/cart/batch',
      body: { item_type: 'course', course_id: courses.radar, batch_id: batches.radarSeven },
    }),
    // The stranger's cart is empty.
    status: { stranger: 409 },
  },
  listCartBatches: { ask: () => ({ url: '/api/cart/batches' }), status: own },
  createOrder: {
    ask: ({ victim }) => ({
      url: `/api/orders/create?${query({ id: victim.id, redirect_url: '/course-booking/checkout/confirmation' })}`,
      body: {},
    }),
  },
  updateOrder: {
    ask: ({ victim }) => ({
      url: `/api/orders/update?${query({ user_id: victim.id, attempt_id: victim.attemptId })}`,
    }),
  },
  listEnrolments: { ask: () => ({ url: '/api/users/student/courses' }), status: own },
  getWallet: { ask: () => ({ url: '/api/users/student/wallet/overview' }), status: own },
  listStudentPayments: { ask: () => ({ url: '/api/users/student/payments' }), status: own },
  listOrders: { ask: () => ({ url: '/api/users/student/orders' }), status: own },
  getReceipt: { ask: ({ victim }) => ({ url: `/api/orders/${victim.orderId}/receipt` }) },
  getReceiptFile: { ask: ({ victim }) => ({ url: `/api/orders/${victim.orderId}/receipt.pdf` }) },
  receivePaymentNews: {
    ask: (world) => {
      const { body, headers } = sign(delivery(world), world.app.clock.now(), 'another secret than the provider’s');
      return { url: '/api/payments/webhook', body, headers: { ...headers, 'content-type': 'application/json' } };
    },
    proven: (world) => {
      const { body, headers } = sign(delivery(world), world.app.clock.now());
      return { url: '/api/payments/webhook', body, headers: { ...headers, 'content-type': 'application/json' } };
    },
  },
  'GET /sandbox/outbox.json': { ask: () => ({ url: '/sandbox/outbox.json' }) },
  'GET /sandbox/outbox': { ask: () => ({ url: '/sandbox/outbox' }) },
  'GET /sandbox/otp-provider.js': openPage('/sandbox/otp-provider.js'),
  'POST /sandbox/otp/send': {
    ask: ({ victim }) => ({ url: '/sandbox/otp/send', body: { identifier: victim.email } }),
    status: open,
  },
  'POST /sandbox/otp/retry': {
    ask: () => ({ url: '/sandbox/otp/retry', body: { reqId: 'unknown', channel: '3' } }),
    status: open,
  },
  'POST /sandbox/otp/verify': {
    ask: () => ({ url: '/sandbox/otp/verify', body: { reqId: 'unknown', otp: '111111' } }),
    status: open,
  },
  'GET /api/docs/openapi.json': openPage('/api/docs/openapi.json'),
  'GET /api/docs': openPage('/api/docs'),
  // A payment page is opened by its address, which only the order's student is told.
  'GET /sandbox/pay/:session': {
    ask: () => ({ url: `/sandbox/pay/${forgedToken()}` }),
    status: { nobody: 404, stranger: 404 },
    owner: 404,
  },
  'POST /sandbox/pay/:session/:choice': {
    ask: () => ({
      url: `/sandbox/pay/${forgedToken()}/pay`,
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    status: { nobody: 404, stranger: 404 },
    owner: 404,
  },
};
