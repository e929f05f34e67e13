import { describe, expect, it, vi } from 'vitest';
import { markerHeader, subjectHeader } from '../../../../contract/headers.ts';
import { savedAtHeader } from '../../../../contract/saved-calls.ts';
import { createPageFetch } from '../../../../src/offline/calls/page-fetch.ts';
import { Subject } from '../../../../src/offline/session/subject.ts';

const ours = { [markerHeader]: '1' };

function pageWith(send: typeof fetch, { isPending = false, isDelivered = false, isOffline = false } = {}) {
  const report = vi.fn();
  const deliver = vi.fn(async () => isDelivered);
  const subject = new Subject(null);
  const pageFetch = createPageFetch({
    send,
    connection: { isOffline, report },
    pendingSignOut: { isPending, deliver },
    subject,
  });
  return { pageFetch, report, deliver, subject };
}

const answering = (headers: Record<string, string>, body = '{}') =>
  vi.fn<typeof fetch>(async () => new Response(body, { headers }));

describe('the page’s fetch', () => {
  it('page fetch recognises our server by its marker header, whatever the status', async () => {
    const { pageFetch, report } = pageWith(async () => new Response('{}', { status: 503, headers: ours }));
    await pageFetch('/api/cart');
    expect(report).toHaveBeenCalledWith('ours');
  });

  it('page fetch recognises a captive portal by a 200 response without our marker header', async () => {
    const { pageFetch, report } = pageWith(answering({ 'content-type': 'text/html' }, '<h1>Welcome aboard</h1>'));
    await pageFetch('/api/course');
    expect(report).toHaveBeenCalledWith('foreign');
  });

  it('page fetch tells the connection check that a call got no response', async () => {
    const { pageFetch, report } = pageWith(async () => {
      throw new TypeError('failed');
    });
    await expect(pageFetch('/api/course')).rejects.toThrow('failed');
    expect(report).toHaveBeenCalledWith('noResponse');
  });

  it('page fetch does not report a call that the page itself aborted', async () => {
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

  it('page fetch does not take a cached response as a sign that the server is reachable', async () => {
    const { pageFetch, report } = pageWith(answering({ ...ours, [savedAtHeader]: '1700000000000' }));
    await pageFetch('/api/course');
    expect(report).toHaveBeenCalledWith('noResponse');
  });

  it('page fetch gives up after 30 s on a network that never responds', async () => {
    vi.useFakeTimers();
    const send: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')));
      });
    const { pageFetch, report } = pageWith(send);
    const call = expect(pageFetch('/api/cart')).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(30_000);
    await call;
    expect(report).toHaveBeenCalledWith('noResponse');
    vi.useRealTimers();
  });

  it('page fetch delivers a pending sign-out before any other call', async () => {
    const order: string[] = [];
    const { pageFetch, deliver } = pageWith(
      async () => {
        order.push('call');
        return new Response('{}', { headers: ours });
      },
      { isPending: true, isDelivered: true },
    );
    deliver.mockImplementation(async () => {
      order.push('sign-out');
      return true;
    });
    await pageFetch('/api/cart');
    expect(order).toEqual(['sign-out', 'call']);
  });

  it('page fetch sends only public calls while a sign-out cannot be delivered', async () => {
    const send = answering(ours);
    const { pageFetch } = pageWith(send, { isPending: true, isDelivered: false });
    await expect(pageFetch('/api/cart')).rejects.toThrow();
    expect(send).not.toHaveBeenCalled();
    await pageFetch('/api/course?search=fire');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('page fetch drops a response for another student and switches the page to that student', async () => {
    const send = answering({ ...ours, [subjectHeader]: 'dev' });
    const { pageFetch, subject } = pageWith(send);
    subject.enter('asha');
    await expect(pageFetch('/api/cart')).rejects.toThrow('another student');
    expect(subject.student).toBe('dev');
    expect(new Headers(send.mock.calls[0]?.[1]?.headers).get(subjectHeader)).toBe('asha');
  });
});
