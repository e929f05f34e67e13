import { afterEach, describe, expect, it, vi } from 'vitest';
import { savedAtHeader } from '../../contract/saved-calls.ts';
import { loadedSince, wholeCalls, wholeFiles } from '../../sw/whole-responses.ts';

const event = {} as ExtendableEvent;
const request = new Request('https://landfall.example/api/course');
const toStore = (plugin: typeof wholeCalls, response: Response) =>
  plugin.cacheWillUpdate?.({ request, response, event, state: {} });

const text = '{"data":["Fire prevention"]}';
/** A response of which only `body` has arrived, in a browser that does not report that the connection was cut. */
function responseWith(body: string, headers: Record<string, string> = { 'content-length': String(text.length) }) {
  return new Response(body, { headers });
}
/** A response whose connection is cut, in a browser that reports this as an error. */
function failing(): Response {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) });
  return new Response(body);
}

afterEach(() => void vi.useRealTimers());

describe('the responses that the worker stores', () => {
  it('the service worker stores a complete response to an API call together with the time of arrival', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    const stored = await toStore(wholeCalls, responseWith(text));
    expect(await stored?.text()).toBe(text);
    expect(stored?.headers.get(savedAtHeader)).toBe('1700000000000');
  });

  it('a response that a page received before the service worker was installed is saved with the time at which the page began to load', async () => {
    const handOver = {} as ExtendableEvent;
    loadedSince.set(handOver, 1_600_000_000_000.5);
    const stored = await wholeCalls.cacheWillUpdate?.({ request, response: responseWith(text), event: handOver });
    expect(stored?.headers.get(savedAtHeader)).toBe('1600000000001');
  });

  it('the service worker stores a picture or file that it has received completely', async () => {
    const headers = { 'content-length': '4', 'content-type': 'image/webp' };
    const stored = await toStore(wholeFiles, responseWith('webp', headers));
    expect(await stored?.text()).toBe('webp');
    expect(stored?.headers.get('content-type')).toBe('image/webp');
  });

  it.each([
    ['is shorter than the server said', responseWith('["Fire"]')],
    ['was compressed and has lost its end', responseWith(text.slice(0, 12), { 'content-encoding': 'br' })],
    ['ends with an error', failing()],
    ['is a refusal', new Response(text, { status: 404 })],
  ])('the service worker does not store the response to an API call that %s', async (_, response) => {
    expect(await toStore(wholeCalls, response)).toBeNull();
  });

  it.each([
    ['is shorter than the server said', responseWith('we')],
    ['ends with an error', failing()],
    ['is a refusal', new Response('', { status: 404 })],
  ])('the service worker does not store a picture or file that %s', async (_, response) => {
    expect(await toStore(wholeFiles, response)).toBeNull();
  });
});
