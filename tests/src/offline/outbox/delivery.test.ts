import { afterEach, describe, expect, it, vi } from 'vitest';
import { idempotencyHeader, markerHeader, subjectHeader } from '../../../../contract/headers.ts';
import { createApi } from '../../../../src/lib/api.ts';
import { createPageFetch } from '../../../../src/offline/calls/page-fetch.ts';
import { asUser, deliverRow } from '../../../../src/offline/outbox/delivery.ts';
import type { OutgoingRow } from '../../../../src/offline/outbox/sender.ts';
import { addCourse, enquiry, removeCourse } from './fake-device.ts';

afterEach(() => void vi.restoreAllMocks());

const { payload } = enquiry;
const contact = { key: 'enquiry-1', kind: 'contact.send', payload, user: null } as OutgoingRow;
const grievance: OutgoingRow = {
  ...{ key: 'grievance-1', kind: 'grievance.send', user: null },
  payload: { anonymous: true, grievance: 'The warden shouts.' },
};

/** A network in which our server responds to each call with this status and body. */
function networkWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  return vi.fn<typeof fetch>(async () => Response.json(body, { status, headers: { [markerHeader]: '1', ...headers } }));
}

async function deliver(row: OutgoingRow, send: typeof fetch) {
  return deliverRow(createApi(send), row);
}

const received = { statusCode: 200, data: { reference: 'LFE-1' } };

describe('a form of the outbox', () => {
  it.each([
    ['an enquiry', contact, '/api/submissions/contact/add'],
    ['a grievance', grievance, '/api/submissions/grievance/add'],
  ])('delivering a form (%s) sends its idempotency key and returns the reference number', async (_, row, url) => {
    const send = networkWith(200, received);
    expect(await deliver(row, send)).toEqual({ kind: 'delivered', reference: 'LFE-1' });
    const [address, init] = send.mock.calls[0] ?? [];
    expect(address).toBe(url);
    expect(new Headers(init?.headers).get(idempotencyHeader)).toBe(row.key);
    expect(JSON.parse(String(init?.body))).toEqual({ formData: row.payload });
  });

  it('a visitor’s form is sent without the session cookie, and a signed-in student’s form with the cookie', async () => {
    const send = networkWith(200, received);
    await deliver(contact, send);
    await deliver({ ...contact, user: 'asha' }, send);
    expect(send.mock.calls.map(([, init]) => init?.credentials)).toEqual(['omit', 'same-origin']);
  });

  it('a form whose response has no readable reference number counts as unanswered', async () => {
    expect(await deliver(contact, networkWith(200, { statusCode: 200 }))).toEqual({
      kind: 'unanswered',
      fault: { code: 'UNREADABLE', message: 'The response could not be read.', isFinal: false },
      isFromServer: true,
    });
  });

  it.each([
    ['an unreadable refusal', 400, 'refused'],
    ['an unreadable server error', 500, 'unanswered'],
    ['a request to sign in', 401, 'signedOut'],
  ])('a form to which the server responds with %s does not count as delivered', async (_, status, kind) => {
    expect((await deliver(contact, networkWith(status, {}))).kind).toBe(kind);
  });

  it('a form that gets no response counts as unanswered and not as delivered', async () => {
    const delivery = await deliver(contact, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(delivery).toMatchObject({ kind: 'unanswered', isFromServer: false, fault: { code: 'NO_RESPONSE' } });
  });
});

it.each([
  ['an addition', addCourse(1), 'POST', '/api/cart/add'],
  ['a removal', removeCourse(1), 'DELETE', '/api/cart'],
])(
  'a cart change in the outbox (%s) is sent with its idempotency key and given up after 20 seconds',
  async (_, action, method, url) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const send = networkWith(500, {});
    await deliver({ ...action, user: 'asha' }, send);
    expect(timeout).toHaveBeenCalledWith(20_000);
    const [address, init] = send.mock.calls[0] ?? [];
    expect([init?.method, String(address).split('?')[0]]).toEqual([method, url]);
    expect(new Headers(init?.headers).get(idempotencyHeader)).toBe(action.key);
  },
);

it('an outbox request names the student who made the change, and fails if the response is for another student', async () => {
  const send = networkWith(200, {}, { [subjectHeader]: 'nila' });
  const subject = { student: 'dev', enter: vi.fn() };
  const deps = {
    send,
    connection: { isOffline: false, report: () => {} },
    pendingSignOut: { student: null, deliver: async () => true },
    subject,
  };
  await expect(createPageFetch(asUser('asha', deps))('/api/cart')).rejects.toThrow('another student');
  expect(new Headers(send.mock.calls[0]?.[1]?.headers).get(subjectHeader)).toBe('asha');
  expect(subject.enter).toHaveBeenCalledExactlyOnceWith('nila');
});
