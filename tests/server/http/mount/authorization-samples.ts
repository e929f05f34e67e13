import { batches, courses } from '../../booking/academy-seed.ts';
import { paymentWebhook, sign } from '../../orders/pay/webhooks.ts';
import { storeCertificateOf } from '../../rosters/stored-certificate.ts';
import { plantTerms } from '../../student/planted-terms.ts';
import { waitingEntry } from '../../waiting-lists/waiting-entry.ts';
import type { ApiRequest } from '../api-driver.ts';
import { contactForm, grievanceForm } from '../form-samples.ts';
import { pushSubscription } from '../idempotency/push-samples.ts';
import { documentUpload, imageUpload, storeUpload } from '../upload-samples.ts';
import { type Fixture, forgedToken } from './authorization-fixture.ts';

/**
 * A request for data of one student, the victim, with the HTTP status that each caller must get. `anonymous`: a caller
 * who is not signed in. `expired`: a caller whose session has expired, by default as for `anonymous`. `stranger`:
 * another signed-in student. `owner`: the victim, by default 200. Any other status that is left out follows from the
 * policy of the route.
 */
export type AuthorizationSample = {
  request(fixture: Fixture): ApiRequest | Promise<ApiRequest>;
  status?: { anonymous?: number; expired?: number; stranger: number };
  owner?: number;
  /** Returns the secrets of the victim that the route may reveal to any caller. */
  reveals?(fixture: Fixture): string[];
  /** Database tables in which the request may change rows about the victim, no matter who sends the request. */
  touches?: string[];
  /** The sample's request with a proof that the caller may make it, such as a signature, a token or the password. */
  authorized?(fixture: Fixture): ApiRequest | Promise<ApiRequest>;
};

const own = { stranger: 200 };
const open = { anonymous: 200, stranger: 200 };
const openPage = (url: string): AuthorizationSample => ({ request: () => ({ url }), status: open });
/**
 * A sample for a public route that returns 404 to every caller, because the test database has no content pages and no
 * certificate with the requested number.
 */
const emptyPage = (url: string): AuthorizationSample => ({
  request: () => ({ url }),
  status: { anonymous: 404, stranger: 404 },
  owner: 404,
});
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

async function codeToken({ app, victim }: Fixture): Promise<string> {
  const identifier = victim.email;
  const sent = await app.call('POST', '/sandbox/otp/send', { body: { identifier } });
  const reqId = String((sent.body as { message: string }).message);
  const row = app.db.selectFrom('sandbox_codes').select('code').where('request_id', '=', reqId);
  const otp = (await row.executeTakeFirstOrThrow()).code;
  const verified = await app.call('POST', '/sandbox/otp/verify', { body: { reqId, otp } });
  return String((verified.body as { message: string }).message);
}

async function ticketOf({ app, victim }: Fixture): Promise<Record<string, string>> {
  const { cookie } = await app.call('POST', '/api/auth/search/user', { body: { identifier: victim.email } });
  return { cookie };
}

const claim = ({ victim }: Fixture) => ({
  identifier: victim.email,
  field: 'email',
  user_id: victim.id,
  type: 'student',
});
const delivery = ({ victim }: Fixture) =>
  paymentWebhook({ orderId: victim.providerOrderId, paymentId: 'pay-forged', status: 'SUCCESS', amount: 1 });

/**
 * Samples, by endpoint name, for all API routes except those that need a staff sign-in. Routes that the API contract
 * does not declare have their method and URL as name.
 */
export const authorizationSamples: Record<string, AuthorizationSample> = {
  checkCertificate: emptyPage('/api/certificates/LFC-2026-000001-0123456789'),
  getLoginStatus: {
    request: () => ({ url: '/api/auth/verify/login/status', body: { value: 'hint' } }),
    status: { anonymous: 401, stranger: 200 },
  },
  searchUser: {
    request: ({ victim }) => ({ url: '/api/auth/search/user', body: { identifier: victim.email } }),
    status: open,
    reveals: ({ victim }) => [victim.id],
    touches: ['lookup_tickets'],
  },
  getContact: {
    request: ({ victim }) => ({
      url: `/api/auth/search/user/contact?${query({ user_id: victim.id, isEmail: 'true' })}`,
    }),
    authorized: async (fixture) => ({
      url: `/api/auth/search/user/contact?${query({ user_id: fixture.victim.id, isEmail: 'true' })}`,
      headers: await ticketOf(fixture),
    }),
  },
  signInByPassword: {
    request: (fixture) => ({ url: '/api/auth/login', body: { ...claim(fixture), password: 'Wrong#2026' } }),
    status: { anonymous: 401, stranger: 401 },
    authorized: (fixture) => ({
      url: '/api/auth/login',
      body: { ...claim(fixture), password: fixture.victim.password },
    }),
  },
  getCodeProvider: openPage('/api/auth/code-provider'),
  signInByCode: {
    request: async (fixture) => ({
      url: '/api/auth/login/otp',
      body: { user_id: fixture.victim.id, type: 'student', OTPtoken: forgedToken(), method: 'email_otp' },
    }),
    status: own,
    authorized: async (fixture) => ({
      url: '/api/auth/login/otp',
      body: { user_id: fixture.victim.id, type: 'student', OTPtoken: await codeToken(fixture), method: 'email_otp' },
      headers: await ticketOf(fixture),
    }),
  },
  // The stranger sends a token for a one-time code that was sent to the victim's email address. The server rejects it,
  // because this is not the stranger's email address.
  verifyContact: {
    request: async (fixture) => ({
      url: '/api/auth/verify/contact',
      body: { OTPtoken: await codeToken(fixture) },
    }),
    status: { stranger: 409 },
  },
  signOut: { request: ({ victim }) => ({ url: '/api/auth/logout', body: { user_id: victim.id } }), status: open },
  requestPasswordReset: {
    request: ({ victim }) => ({ url: '/api/auth/user/forgot/pass', body: { email: victim.email } }),
    // The anonymous request comes first and causes a password reset email. The later ones get 429, because the same
    // address gets no other such email for five minutes.
    status: { anonymous: 200, expired: 429, stranger: 429 },
    touches: ['password_resets'],
    owner: 429,
  },
  verifyResetToken: {
    request: () => ({ url: '/api/auth/verify/user/flag', body: { tok: forgedToken() } }),
    status: { anonymous: 401, stranger: 401 },
    owner: 401,
  },
  resetPassword: {
    request: ({ victim }) => ({
      url: '/api/auth/user/reset/pass',
      body: { email: victim.email, tok: forgedToken(), newPassword: 'Other#2027', confirmPassword: 'Other#2027' },
    }),
    status: { anonymous: 401, stranger: 401 },
    owner: 401,
  },
  readBatchChoice: {
    request: () => ({ url: '/api/batch-choice/read', body: { token: forgedToken() } }),
    status: { anonymous: 404, stranger: 404 },
    owner: 404,
  },
  makeBatchChoice: {
    request: () => ({ url: '/api/batch-choice', body: { token: forgedToken(), choice: 'refund' } }),
    status: { anonymous: 404, stranger: 404 },
    owner: 404,
  },
  getPasswordChange: { request: () => ({ url: '/api/users/student/password' }), status: own },
  changePassword: {
    // The call would change the password of the signed-in caller. It is refused to every caller, because the
    // `currentPassword` in the request is wrong.
    request: () => ({
      url: '/api/users/student/password',
      body: { currentPassword: 'Wrong#2026', newPassword: 'Other#2027', confirmPassword: 'Other#2027' },
    }),
    status: { stranger: 403 },
    owner: 403,
  },
  registerStudent: {
    request: ({ victim }) => ({
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
    status: { anonymous: 409, stranger: 409 },
    owner: 409,
  },
  logSession: {
    request: ({ victim }) => ({ url: '/api/collect/user/session/log', body: { user_id: victim.id, action: 'active' } }),
    status: open,
  },
  logPage: {
    request: ({ victim }) => ({
      url: '/api/collect/user/activity/page',
      body: { user_id: victim.id, page_url: '/', action: 'enter' },
    }),
    status: open,
  },
  logClientError: {
    request: () => ({
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
  getStudent: { request: ({ victim }) => ({ url: `/api/users/student?${query({ userId: victim.id })}` }) },
  updateStudent: {
    request: ({ victim }) => ({ url: `/api/users/student/${victim.id}`, body: { city: 'Elsewhere' } }),
  },
  listDocuments: { request: () => ({ url: '/api/users/student/documents' }), status: own },
  addDocument: {
    request: ({ victim }) => ({
      url: '/api/users/student/document/add',
      body: { document_url: victim.looseUrl, category_name: 'personal', document_name: 'Passport' },
    }),
    // The uploaded file belongs to the victim. The server responds to the stranger as if the file did not exist.
    status: { stranger: 400 },
  },
  changeDocument: {
    request: ({ victim }) => ({
      url: `/api/users/student/document/${victim.documentId}`,
      body: { expires_on: '2027-02-03' },
    }),
  },
  deleteDocument: { request: ({ victim }) => ({ url: `/api/users/student/document/${victim.documentId}` }) },
  uploadDocument: { request: () => documentUpload(), status: own },
  uploadImage: { request: () => imageUpload(), status: own },
  getFile: { request: async ({ app, victim }) => ({ url: await storeUpload(app, victim.headers, documentUpload()) }) },
  getNotificationSettings: { request: () => ({ url: '/api/users/student/notifications' }), status: own },
  changeNotification: {
    request: () => ({ url: '/api/users/student/notifications', body: { kind: 'seat', is_on: false } }),
    status: own,
    touches: ['notification_preferences'],
  },
  turnOnPush: {
    request: () => ({ url: '/api/users/student/notifications/device', body: pushSubscription }),
    status: own,
    touches: ['push_subscriptions'],
  },
  turnOffPush: { request: () => ({ url: '/api/users/student/notifications/device' }), status: own },
  getTermsToAccept: { request: () => ({ url: '/api/users/student/terms' }), status: own },
  acceptTerms: {
    request: async ({ app }) => ({ url: '/api/users/student/terms', body: { version: await plantTerms(app.db) } }),
    status: own,
  },
  listSessions: { request: () => ({ url: '/api/users/student/sessions' }), status: own },
  endSessions: {
    request: ({ victim }) => ({ url: '/api/users/student/sessions', body: { id: victim.sessionId } }),
    status: own,
    // The request would end the victim's current session. Even the victim gets 409, because only signing out can end
    // the current session.
    owner: 409,
  },
  listCourses: openPage('/api/course?search=canary'),
  listCoursesByCategory: openPage('/api/course/byCategory?search=canary'),
  searchSite: openPage('/api/search?q=canary'),
  getHealth: openPage('/api/health'),
  getLiveness: openPage('/api/health/live'),
  getReadiness: openPage('/api/health/ready'),
  getHeader: emptyPage('/api/cms/header'),
  getFooter: emptyPage('/api/cms/footer'),
  getHome: emptyPage('/api/cms/home'),
  getCmsPage: emptyPage('/api/cms/content/about'),
  getTerms: emptyPage('/api/cms/content/terms'),
  getRefundPolicy: emptyPage('/api/cms/content/refund-policy'),
  getPrivacyPolicy: emptyPage('/api/cms/content/privacy-policy'),
  getAntiRagging: emptyPage('/api/cms/content/anti-ragging'),
  getGrievancePage: emptyPage('/api/cms/content/grievance'),
  getPolicyVersion: emptyPage('/api/cms/policy-versions/terms/2026-04-01'),
  listRedirects: emptyPage('/api/cms/redirects'),
  listDepartments: openPage('/api/departments'),
  getLibraryManifest: openPage('/api/offline/manifest'),
  getLibraryPart: openPage('/api/offline/part/frame'),
  listPosts: openPage('/wp-json/wp/v2/posts?_embed=1'),
  getPost: emptyPage('/wp-json/wp/v2/posts/1'),
  'GET /blogs/feed.xml': emptyPage('/blogs/feed.xml'),
  'GET /events/feed.xml': emptyPage('/events/feed.xml'),
  'GET /marine-insights/feed.xml': emptyPage('/marine-insights/feed.xml'),
  'GET /robots.txt': openPage('/robots.txt'),
  'GET /sitemap.xml': openPage('/sitemap.xml'),
  addContact: {
    request: () => ({ url: '/api/submissions/contact/add', body: { formData: contactForm } }),
    status: open,
    touches: ['submissions'],
  },
  addGrievance: {
    request: () => ({ url: '/api/submissions/grievance/add', body: { formData: grievanceForm } }),
    status: open,
    touches: ['submissions'],
  },
  listBookingPage: {
    request: () => ({ url: '/api/booking-groups/booking-page?courseType=individual&searchTerm=canary' }),
    status: { anonymous: 401, stranger: 200 },
  },
  // The request has the email address and password of a student. The staff console refuses them, because students have
  // no staff accounts.
  signInStaff: {
    request: ({ victim }) => ({ url: '/api/staff/sign-in', body: { email: victim.email, password: victim.password } }),
    status: { anonymous: 401, stranger: 401 },
    owner: 401,
  },
  signOutStaff: { request: () => ({ url: '/api/staff/sign-out', body: {} }), status: open },
  checkInvitation: {
    request: () => ({ url: '/api/staff/invitation/check', body: { token: forgedToken() } }),
    status: { anonymous: 404, stranger: 404 },
    owner: 404,
  },
  acceptInvitation: {
    request: () => ({
      url: '/api/staff/invitation/accept',
      body: { token: forgedToken(), name: 'Nila', password: 'Quarterdeck#2026' },
    }),
    status: { anonymous: 404, stranger: 404 },
    owner: 404,
  },
  getBookingSettings: openPage('/api/booking-groups/settings'),
  getCart: { request: () => ({ url: '/api/cart' }), status: own },
  addToCart: {
    request: () => ({
      url: '/api/cart/add',
      body: { type: 'course', course_id: courses.firstAid, batch_id: batches.firstAidOpen },
    }),
    status: own,
  },
  removeFromCart: {
    request: () => ({ url: '/api/cart', body: { item_type: 'course', course_id: courses.radar } }),
    status: own,
  },
  swapBatch: {
    request: () => ({
      url: '/api/cart/batch',
      body: { item_type: 'course', course_id: courses.radar, batch_id: batches.radarSeven },
    }),
    // The request chooses another batch for a course in the cart. The stranger gets 409, because the stranger's cart is
    // empty.
    status: { stranger: 409 },
  },
  listWaitingEntries: { request: () => ({ url: '/api/waiting-lists' }), status: own },
  joinWaitingList: {
    request: () => ({ url: '/api/waiting-lists', body: { type: 'course', course_id: courses.radar, batch_id: 9999 } }),
    status: { stranger: 404 },
    owner: 404,
  },
  leaveWaitingList: {
    request: async ({ app, victim }) => ({
      url: '/api/waiting-lists',
      body: { id: await waitingEntry(app, victim.id) },
    }),
    status: { stranger: 404 },
  },
  acceptWaitingOffer: {
    request: async ({ app, victim }) => ({
      url: '/api/waiting-lists/accept',
      body: { id: await waitingEntry(app, victim.id) },
    }),
    status: { stranger: 404 },
    owner: 409,
  },
  listCartBatches: { request: () => ({ url: '/api/cart/batches' }), status: own },
  createOrder: {
    request: ({ victim }) => ({
      url: `/api/orders/create?${query({ id: victim.id, redirect_url: '/course-booking/checkout/confirmation' })}`,
      body: {},
    }),
  },
  updateOrder: {
    request: ({ victim }) => ({
      url: `/api/orders/update?${query({ user_id: victim.id, attempt_id: victim.attemptId })}`,
    }),
  },
  listEnrolments: { request: () => ({ url: '/api/users/student/courses' }), status: own },
  getWallet: { request: () => ({ url: '/api/users/student/wallet/overview' }), status: own },
  listStudentPayments: { request: () => ({ url: '/api/users/student/payments' }), status: own },
  listOrders: { request: () => ({ url: '/api/users/student/orders' }), status: own },
  getReceipt: { request: ({ victim }) => ({ url: `/api/orders/${victim.orderId}/receipt` }) },
  getCertificateFile: {
    request: async ({ victim, app }) => ({
      url: `/api/users/student/certificates/${await storeCertificateOf(app, victim.id)}/certificate.pdf`,
    }),
  },
  getReceiptFile: { request: ({ victim }) => ({ url: `/api/orders/${victim.orderId}/receipt.pdf` }) },
  receivePaymentUpdate: {
    request: (fixture) => {
      const { body, headers } = sign(delivery(fixture), fixture.app.clock.now(), 'another secret than the provider’s');
      return { url: '/api/payments/webhook', body, headers: { ...headers, 'content-type': 'application/json' } };
    },
    authorized: (fixture) => {
      const { body, headers } = sign(delivery(fixture), fixture.app.clock.now());
      return { url: '/api/payments/webhook', body, headers: { ...headers, 'content-type': 'application/json' } };
    },
  },
  'GET /sandbox/outbox.json': { request: () => ({ url: '/sandbox/outbox.json' }) },
  'GET /sandbox/outbox': { request: () => ({ url: '/sandbox/outbox' }) },
  'GET /sandbox/otp-provider.js': openPage('/sandbox/otp-provider.js'),
  'POST /sandbox/otp/send': {
    request: ({ victim }) => ({ url: '/sandbox/otp/send', body: { identifier: victim.email } }),
    status: open,
  },
  'POST /sandbox/otp/retry': {
    request: () => ({ url: '/sandbox/otp/retry', body: { reqId: 'unknown', channel: '3' } }),
    status: open,
  },
  'POST /sandbox/otp/verify': {
    request: () => ({ url: '/sandbox/otp/verify', body: { reqId: 'unknown', otp: '111111' } }),
    status: open,
  },
  'GET /api/docs/openapi.json': openPage('/api/docs/openapi.json'),
  'GET /api/docs': openPage('/api/docs'),
  // The URL of a sandbox payment page contains a secret token that only the student who placed the order receives. The
  // token in this request belongs to no payment.
  'GET /sandbox/pay/:session': {
    request: () => ({ url: `/sandbox/pay/${forgedToken()}` }),
    status: { anonymous: 404, stranger: 404 },
    owner: 404,
  },
  'POST /sandbox/pay/:session/:choice': {
    request: () => ({
      url: `/sandbox/pay/${forgedToken()}/pay`,
      body: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    status: { anonymous: 404, stranger: 404 },
    owner: 404,
  },
};
