import { sql } from 'kysely';
import { newStudent } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';

/**
 * Variants of the headers that a student's browser may send with a request from a page of another site. The student's
 * cookies are sent too.
 */
export const crossSiteDisguises: Array<Record<string, string>> = [
  { 'sec-fetch-site': 'cross-site', 'x-client': '' },
  { 'sec-fetch-site': 'cross-site', 'x-client': 'web' },
  { 'sec-fetch-site': 'same-site', 'x-client': 'web' },
  { 'sec-fetch-site': 'none', 'x-client': 'web' },
  { 'sec-fetch-site': '', 'x-client': '', origin: 'https://evil.example' },
  { 'sec-fetch-site': '', 'x-client': 'web', origin: 'https://evil.example' },
  { 'sec-fetch-site': '', 'x-client': 'web', origin: 'null' },
  { 'sec-fetch-site': '', 'x-client': 'web', origin: 'http://127.0.0.1.evil.example' },
  { 'sec-fetch-site': '', 'x-client': '', 'content-type': 'text/plain' },
  { 'sec-fetch-site': '', 'x-client': '', 'content-type': 'application/x-www-form-urlencoded' },
];

export const crossSite: Attack = {
  name: 'Act for a signed-in student from a page of another site',
  async run(target, campaign) {
    const { browser, account } = await newStudent(target, campaign);
    const query = new URLSearchParams({ id: account.id, redirect_url: '/course-booking/checkout/confirmation' });
    const { rows } = await sql<{ course_id: number; batch_id: number }>`
      select b.course_id, b.id as batch_id from batches b where b.status = 'open' and b.taken < b.capacity
      and b.start_date > current_date + 7 limit 1`.execute(target.db);
    const calls: Array<[string, string, object]> = [
      ['POST', '/api/cart/add', { type: 'course', ...rows[0] }],
      ['DELETE', '/api/cart', { item_type: 'course', course_id: 1 }],
      ['POST', `/api/orders/create?${query}`, {}],
      ['PUT', `/api/users/student/${account.id}`, { city: 'Elsewhere' }],
      ['DELETE', '/api/users/student/sessions', {}],
      [
        'POST',
        '/api/users/student/document/add',
        { document_name: 'x', category_name: 'personal', document_url: '/x' },
      ],
      ['POST', '/api/auth/logout', {}],
      ['POST', '/api/auth/search/user', { identifier: account.email }],
      ['POST', '/api/collect/user/session/log', { user_id: account.id, action: 'active' }],
    ];
    const tries = calls.flatMap((call) => crossSiteDisguises.map((headers) => ({ call, headers })));
    const replies = await repeat(tries.length, 4, (turn) => {
      const { call, headers } = tries[turn] ?? { call: ['GET', '/', {}] as const, headers: {} };
      return browser.send(call[0], call[1], { body: call[2], headers });
    });
    const accepted = tries.filter((_, index) => replies[index]?.status !== 403 && replies[index]?.status !== 415);
    // GET /api/orders/update may change the state of an order, so a page of another site must not be able to call it.
    const settle = `/api/orders/update?user_id=${account.id}`;
    const navigated = await browser.get(settle, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
    const embedded = await browser.get(settle, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' });
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST', 'x-client': '' };
    const allowed = await browser.send('OPTIONS', '/api/cart/add', {
      headers: { ...preflight, 'sec-fetch-site': 'cross-site' },
    });
    const names = [
      ...(allowed.headers['access-control-allow-origin'] ? ['OPTIONS /api/cart/add'] : []),
      ...new Set(accepted.map(({ call }) => `${call[0]} ${call[1].split('?')[0]}`)),
      ...([navigated, embedded].some(({ status }) => status === 200) ? ['GET /api/orders/update'] : []),
    ];
    return { gained: names.length > 0 ? `accepted: ${names.join(', ')}` : 'nothing', isHeld: names.length === 0 };
  },
};
