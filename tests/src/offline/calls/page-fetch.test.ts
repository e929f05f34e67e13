import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { signInByCode, signInByPassword } from '../../../../contract/auth.ts';
import { markerHeader, subjectHeader } from '../../../../contract/headers.ts';
import { savedAtHeader } from '../../../../contract/saved-calls.ts';
import { getLoginStatus } from '../../../../contract/signed-in.ts';
import { createPageFetch } from '../../../../src/offline/calls/page-fetch.ts';
import { Subject } from '../../../../src/offline/session/subject.ts';
import { startCutServer } from '../../../support/cut-server.ts';
import { listenLocally } from '../../../support/local-http.ts';

const ours = { [markerHeader]: '1' };

type PageOptions = { leaving?: string | null; isDelivered?: boolean; isOffline?: boolean; timeoutMs?: number };

function pageWith(
  send: typeof fetch,
  { leaving = null, isDelivered = false, isOffline = false, timeoutMs }: PageOptions = {},
) {
  const report = vi.fn();
  const deliver = vi.fn(async () => isDelivered);
  const subject = new Subject(null);
  const pageFetch = createPageFetch({
    send,
    connection: { isOffline, report },
    pendingSignOut: { student: leaving, deliver },
    subject,
    ...(timeoutMs ? { timeoutMs } : {}),
  });
  return { pageFetch, report, deliver, subject };
}

const answering = (headers: Record<string, string>, body = '{}') =>
  vi.fn<typeof fetch>(async () => new Response(body, { headers }));

describe('the page’s fetch', () => {
  it('pageFetch recognises a response of our server by its marker header, whatever the status', async () => {
    const { pageFetch, report } = pageWith(async () => new Response('{}', { status: 503, headers: ours }));
    await pageFetch('/api/cart');
    expect(report).toHaveBeenCalledWith('ours');
  });

  it('pageFetch reports a captive portal when a 200 response lacks the marker header that our server adds', async () => {
    const { pageFetch, report } = pageWith(answering({ 'content-type': 'text/html' }, '<h1>Welcome aboard</h1>'));
    await pageFetch('/api/course');
    expect(report).toHaveBeenCalledWith('foreign');
  });

  it('pageFetch reports a captive portal when a response redirects to a page on another site', async () => {
    const signIn = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('Welcome'),
    );
    const away = await listenLocally(signIn);
    const portal = createServer((_, response) => response.writeHead(302, { location: `${away}/sign-in` }).end());
    const here = await listenLocally(portal);
    // Like a browser under the page's Content-Security-Policy, this `fetch` does not reach another site.
    const send: typeof fetch = async (path, init) => {
      const response = await fetch(`${here}${path}`, init);
      if (!response.url.startsWith(here)) throw new TypeError('Failed to fetch');
      return response;
    };
    const { pageFetch, report } = pageWith(send);
    await pageFetch('/api/course');
    expect(report.mock.calls).toEqual([['foreign']]);
    for (const server of [signIn, portal]) server.close();
  });

  it('pageFetch reports a 502 response that lacks the marker header of our server as coming from a gateway', async () => {
    const { pageFetch, report } = pageWith(async () => new Response('Bad gateway', { status: 502 }));
    await pageFetch('/api/cart');
    expect(report).toHaveBeenCalledWith('gateway');
  });

  it('pageFetch reports to the connection check when a response is cut off in the middle', async () => {
    const server = await startCutServer({ '/api/course': { type: 'application/json', body: '{"data":[]}' } });
    server.cuts.set('/api/course', 1);
    const { pageFetch, report } = pageWith(server.send);
    const response = await pageFetch('/api/course');
    await expect(response.text()).rejects.toThrow();
    expect(report.mock.calls).toEqual([['ours'], ['noResponse']]);
  });

  it('pageFetch gives up reading a response when nothing has arrived for 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { pageFetch, report } = pageWith(async (_, init) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"data":'));
          init?.signal?.addEventListener('abort', () => stream.error(new DOMException('late', 'AbortError')));
        },
      });
      return new Response(body, { headers: ours });
    });
    const read = expect((await pageFetch('/api/course')).text()).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(30_000);
    await read;
    expect(report).toHaveBeenLastCalledWith('noResponse');
    vi.useRealTimers();
  });

  it('pageFetch reports to the connection check that a call got no response', async () => {
    const { pageFetch, report } = pageWith(async () => {
      throw new TypeError('failed');
    });
    await expect(pageFetch('/api/course')).rejects.toThrow('failed');
    expect(report).toHaveBeenCalledWith('noResponse');
  });

  it('pageFetch reports nothing to the connection check when the page itself aborted the call', async () => {
    const send: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
      });
    const { pageFetch, report } = pageWith(send);
    const leaving = new AbortController();
    const call = pageFetch('/api/course', { signal: leaving.signal });
    setTimeout(() => leaving.abort());
    await expect(call).rejects.toThrow();
    expect(report).not.toHaveBeenCalled();
  });

  it('pageFetch does not take a cached response as a sign that the server can be reached', async () => {
    const { pageFetch, report } = pageWith(answering({ ...ours, [savedAtHeader]: '1700000000000' }));
    await pageFetch('/api/course');
    expect(report).toHaveBeenCalledWith('noResponse');
  });

  it.each([
    ['30 s', {}, 30_000],
    ['10 s if the server is known to be unreachable', { isOffline: true }, 10_000],
    ['45 min if it uploads a file', { timeoutMs: 2_700_000 }, 2_700_000],
  ])('pageFetch gives up a call without a response after %s', async (_, page, limit) => {
    vi.useFakeTimers();
    const send: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')));
      });
    const { pageFetch, report } = pageWith(send, page);
    const call = expect(pageFetch('/api/cart')).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect(report).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await call;
    expect(report.mock.calls).toEqual([['noResponse']]);
    vi.useRealTimers();
  });

  it('pageFetch reads a slow response to its end, however long it takes, if a part of it arrives every 20 s', async () => {
    vi.useFakeTimers();
    const send: typeof fetch = async (_url, init) => {
      const body = new ReadableStream({
        async start(stream) {
          init?.signal?.addEventListener('abort', () => stream.error(new DOMException('late', 'AbortError')));
          for (const part of ['{"data"', ':[', ']}']) {
            await new Promise((resolve) => setTimeout(resolve, 20_000));
            stream.enqueue(new TextEncoder().encode(part));
          }
          stream.close();
        },
      });
      return new Response(body, { status: 203, headers: ours });
    };
    const { pageFetch, report } = pageWith(send);
    const response = await pageFetch('/api/course');
    expect([response.status, response.headers.get(markerHeader)]).toEqual([203, '1']);
    const text = response.text();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await text).toBe('{"data":[]}');
    expect(report.mock.calls).toEqual([['ours']]);
    vi.useRealTimers();
  });

  it('pageFetch stops the transfer of a response that the page does not want to read any more', async () => {
    const cancel = vi.fn();
    const { pageFetch } = pageWith(async () => new Response(new ReadableStream({ cancel }), { headers: ours }));
    await (await pageFetch('/api/course')).body?.cancel('enough');
    expect(cancel).toHaveBeenCalledExactlyOnceWith('enough');
  });

  it('pageFetch does not send a call that the page has already aborted', async () => {
    const send = answering(ours);
    const { pageFetch } = pageWith(send);
    await expect(pageFetch('/api/cart', { signal: AbortSignal.abort('left') })).rejects.toBe('left');
    expect(send).not.toHaveBeenCalled();
  });

  it('pageFetch sends a pending sign-out to the server before any other call', async () => {
    const order: string[] = [];
    const { pageFetch, deliver } = pageWith(
      async () => {
        order.push('call');
        return new Response('{}', { headers: ours });
      },
      { leaving: 'asha', isDelivered: true },
    );
    deliver.mockImplementation(async () => {
      order.push('sign-out');
      return true;
    });
    await pageFetch('/api/cart');
    expect(order).toEqual(['sign-out', 'call']);
  });

  it('pageFetch sends only public calls while a pending sign-out cannot be delivered to the server', async () => {
    const send = answering(ours);
    const { pageFetch } = pageWith(send, { leaving: 'asha', isDelivered: false });
    await expect(pageFetch('/api/cart')).rejects.toThrow();
    await expect(pageFetch('/api/course?search=fire', { method: 'POST' })).rejects.toThrow();
    expect(send).not.toHaveBeenCalled();
    await pageFetch('/api/course?search=fire');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['a public call', '/api/course?search=fire', true, 0],
    ['a public call', '/api/course?search=fire', false, 1],
    ['another call', '/api/auth/login', true, 1],
  ])(
    'before each call, except a public call while offline, pageFetch tries to deliver a pending sign-out: %s (URL %s, offline: %s)',
    async (_, url, isOffline, deliveries) => {
      const { pageFetch, deliver } = pageWith(answering(ours), { leaving: 'asha', isDelivered: true, isOffline });
      await pageFetch(url);
      expect(deliver).toHaveBeenCalledTimes(deliveries);
    },
  );

  it('pageFetch sends no calls for a student whose sign-out is pending, except public calls and signing in again', async () => {
    const send = answering(ours);
    const { pageFetch, subject } = pageWith(send, { leaving: 'asha', isDelivered: true });
    subject.enter('asha');
    await expect(pageFetch('/api/users/student/notifications')).rejects.toThrow('sign-out');
    expect(send).not.toHaveBeenCalled();
    await pageFetch(getLoginStatus.url, { method: 'POST' });
    await pageFetch(signInByPassword.url, { method: 'POST' });
    await pageFetch('/api/form/grievance', { method: 'POST', credentials: 'omit' });
    await pageFetch('/api/course?search=fire');
    expect(send).toHaveBeenCalledTimes(4);
  });

  it('pageFetch sends a call of one student once the pending sign-out of another student is delivered', async () => {
    const send = answering(ours);
    const { pageFetch, subject } = pageWith(send, { leaving: 'asha', isDelivered: true });
    subject.enter('dev');
    await pageFetch('/api/cart');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('pageFetch discards a response that is for another student, and switches the page to that student', async () => {
    const send = answering({ ...ours, [subjectHeader]: 'dev' });
    const { pageFetch, subject } = pageWith(send);
    subject.enter('asha');
    await expect(pageFetch('/api/cart')).rejects.toThrow('another student');
    expect(subject.student).toBe('dev');
    expect(new Headers(send.mock.calls[0]?.[1]?.headers).get(subjectHeader)).toBe('asha');
  });

  it('pageFetch adds the student to the headers of a call, and sends the calls of visitors unchanged', async () => {
    const send = answering({ ...ours, [subjectHeader]: 'asha' });
    const { pageFetch, subject } = pageWith(send);
    const headers = { 'content-type': 'application/json' };
    expect((await pageFetch('/api/cart', { headers })).status).toBe(200);
    expect(subject.student).toBeNull();
    subject.enter('asha');
    expect((await pageFetch('/api/cart', { headers })).status).toBe(200);
    expect((await pageFetch('/api/cart', { headers, credentials: 'omit' })).status).toBe(200);
    expect(subject.student).toBe('asha');
    const sent = send.mock.calls.map(([, init]) => init?.headers);
    expect(sent).toEqual([headers, { ...headers, [subjectHeader]: 'asha' }, headers]);
  });

  it.each([signInByPassword, signInByCode])(
    'when the sign-in call $name signs another student in, pageFetch returns the response and switches the page to that student',
    async ({ url, method }) => {
      const { pageFetch, subject } = pageWith(answering({ ...ours, [subjectHeader]: 'dev' }));
      subject.enter('asha');
      expect((await pageFetch(url, { method })).status).toBe(200);
      expect(subject.student).toBe('dev');
    },
  );

  it('pageFetch discards the response to a login status call when it is for another student', async () => {
    const { pageFetch, subject } = pageWith(answering({ ...ours, [subjectHeader]: 'dev' }));
    subject.enter('asha');
    await expect(pageFetch(getLoginStatus.url, { method: 'POST' })).rejects.toThrow('another student');
  });
});
