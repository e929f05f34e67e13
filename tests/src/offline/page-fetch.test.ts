import { describe, expect, it, vi } from 'vitest';
import { markerHeader, subjectHeader } from '../../../contract/headers.ts';
import { savedAtHeader } from '../../../contract/saved-calls.ts';
import { createPageFetch } from '../../../src/offline/page-fetch.ts';
import { savedAnswerTime } from '../../../src/offline/saved-answers.ts';
import { Subject } from '../../../src/offline/subject.ts';

const ours = { [markerHeader]: '1' };

function pageWith(send: typeof fetch, { isPending = false, isDelivered = false, isCut = false } = {}) {
  const hear = vi.fn();
  const deliver = vi.fn(async () => isDelivered);
  const subject = new Subject(null);
  const pageFetch = createPageFetch({ send, connection: { isCut, hear }, note: { isPending, deliver }, subject });
  return { pageFetch, hear, deliver, subject };
}

const answering = (headers: Record<string, string>, body = '{}') =>
  vi.fn<typeof fetch>(async () => new Response(body, { headers }));

describe('the page’s fetch', () => {
  it('hears our server by its marker, whatever the status', async () => {
    const { pageFetch, hear } = pageWith(async () => new Response('{}', { status: 503, headers: ours }));
    await pageFetch('/api/cart');
    expect(hear).toHaveBeenCalledWith('ours');
  });

  it('hears a captive portal in a 200 without the marker', async () => {
    const { pageFetch, hear } = pageWith(answering({ 'content-type': 'text/html' }, '<h1>Welcome aboard</h1>'));
    await pageFetch('/api/course');
    expect(hear).toHaveBeenCalledWith('foreign');
  });

  it('hears nothing when the call fails', async () => {
    const { pageFetch, hear } = pageWith(async () => {
      throw new TypeError('failed');
    });
    await expect(pageFetch('/api/course')).rejects.toThrow('failed');
    expect(hear).toHaveBeenCalledWith('nothing');
  });

  it('hears nothing of a call that the page itself gave up', async () => {
    const send: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
      });
    const { pageFetch, hear } = pageWith(send);
    const leaving = new AbortController();
    const call = pageFetch('/api/course', { signal: leaving.signal });
    setTimeout(() => leaving.abort());
    await expect(call).rejects.toThrow();
    expect(hear).not.toHaveBeenCalled();
  });

  it('takes what the worker had stored for no sign of life, and remembers its age', async () => {
    const { pageFetch, hear } = pageWith(answering({ ...ours, [savedAtHeader]: '1700000000000' }));
    const { signal } = new AbortController();
    await pageFetch('/api/course', { signal });
    expect(hear).toHaveBeenCalledWith('nothing');
    expect(savedAnswerTime(signal)).toBe(1_700_000_000_000);
  });

  it('gives up on a network that swallows calls', async () => {
    vi.useFakeTimers();
    const send: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')));
      });
    const { pageFetch, hear } = pageWith(send);
    const call = expect(pageFetch('/api/cart')).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(30_000);
    await call;
    expect(hear).toHaveBeenCalledWith('nothing');
    vi.useRealTimers();
  });

  it('delivers a waiting sign-out before any other call', async () => {
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

  it('sends nothing as a student who signed out here and could not say so', async () => {
    const send = answering(ours);
    const { pageFetch } = pageWith(send, { isPending: true, isDelivered: false });
    await expect(pageFetch('/api/cart')).rejects.toThrow();
    expect(send).not.toHaveBeenCalled();
    await pageFetch('/api/course?search=fire');
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('drops an answer made for another student and becomes that student’s page', async () => {
    const send = answering({ ...ours, [subjectHeader]: 'dev' });
    const { pageFetch, subject } = pageWith(send);
    subject.enter('asha');
    await expect(pageFetch('/api/cart')).rejects.toThrow('another student');
    expect(subject.student).toBe('dev');
    expect(new Headers(send.mock.calls[0]?.[1]?.headers).get(subjectHeader)).toBe('asha');
  });
});
