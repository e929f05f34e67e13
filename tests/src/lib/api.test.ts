import { afterEach, describe, expect, it } from 'vitest';
import { getFooter } from '../../../contract/content.ts';
import { markerHeader } from '../../../contract/headers.ts';
import { createApi } from '../../../src/lib/api.ts';
import { startCutServer } from '../../support/cut-server.ts';

const server = await startCutServer({
  [getFooter.url]: { type: 'application/json', body: '{"statusCode":200,"data":{}}' },
});
const api = createApi(server.send);

afterEach(() => server.cuts.clear());

describe('a call of the API', () => {
  it('an API call whose connection is cut in the middle of the response counts as a call without a response', async () => {
    server.cuts.set(getFooter.url, 1);
    await expect(api.call(getFooter, {})).rejects.toMatchObject({ kind: 'offline', status: 0 });
  });

  it('an API call whose incomplete response the browser delivers without an error counts as a call without a response', async () => {
    const half = createApi(async () => new Response('{"statusCode":200,"da', { headers: { [markerHeader]: '1' } }));
    await expect(half.call(getFooter, {})).rejects.toMatchObject({ kind: 'offline', status: 0 });
  });

  it('an API call fails with the error kind “broken” when its complete response does not match the API schema', async () => {
    await expect(api.call(getFooter, {})).rejects.toMatchObject({ kind: 'broken', status: 200 });
  });

  it('an API call that is aborted in the middle of the response rejects with the reason of the abort', async () => {
    server.cuts.set(getFooter.url, 1);
    server.state.isSilent = true;
    const leaving = new AbortController();
    const onHeaders = () => leaving.abort(new DOMException('left', 'AbortError'));
    await expect(api.call(getFooter, {}, { signal: leaving.signal, onHeaders })).rejects.toThrow('left');
    server.state.isSilent = false;
  });

  const cut = { text: () => Promise.reject(new TypeError('cut')) };
  it.each([
    ['the Retry-After header of our server', { [markerHeader]: '1' }, {}, 'broken'],
    ['the Retry-After header of our server in a cut-off response', { [markerHeader]: '1' }, cut, 'offline'],
    ['the Retry-After header of a load balancer', {}, {}, 'offline'],
  ] as const)(
    'the error of an API call that got a 503 response contains the retry delay given by %s',
    async (_, headers, body, kind) => {
      const response = new Response('', { status: 503, headers: { ...headers, 'retry-after': '20' } });
      const busy = createApi(async () => Object.assign(response, body));
      await expect(busy.call(getFooter, {})).rejects.toMatchObject({ kind, retryAfterMs: 20_000 });
    },
  );
});
