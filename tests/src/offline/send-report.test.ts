import { describe, expect, it, vi } from 'vitest';
import { markerHeader } from '../../../contract/headers.ts';
import { logPage } from '../../../contract/telemetry.ts';
import { createSendReport } from '../../../src/offline/send-report.ts';

const body = { user_id: null, page_url: '/', action: 'enter' };
const ours = { headers: { [markerHeader]: '1' } };

function sendWith(answer: () => Promise<Response>, isBarred = false) {
  const send = vi.fn<typeof fetch>(answer);
  return { send, sendReport: createSendReport({ send, isBarred: () => isBarred }) };
}

describe('a report', () => {
  it('outlives its page and carries the client header', async () => {
    const { send, sendReport } = sendWith(async () => new Response('{}', ours));
    expect(await sendReport(logPage, body)).toBe(true);
    const [url, init] = send.mock.calls[0] ?? [];
    expect(url).toBe('/api/collect/user/activity/page');
    expect(init).toMatchObject({ method: 'POST', keepalive: true, body: JSON.stringify(body) });
    expect(new Headers(init?.headers).get('x-client')).toBe('web');
  });

  it.each<[string, () => Promise<Response>, boolean]>([
    ['refused for good', async () => new Response('{}', { ...ours, status: 400 }), true],
    ['limited', async () => new Response('{}', { ...ours, status: 429 }), false],
    ['met by a broken server', async () => new Response('{}', { ...ours, status: 500 }), false],
    ['answered by a captive portal', async () => new Response('<html>'), false],
    ['not answered', async () => Promise.reject(new TypeError('Failed to fetch')), false],
  ])('that is %s never throws', async (_, answer, isDone) => {
    expect(await sendWith(answer).sendReport(logPage, body)).toBe(isDone);
  });

  it('stays here while there is no connection, or a sign-out waits', async () => {
    const { send, sendReport } = sendWith(async () => new Response('{}', ours), true);
    expect(await sendReport(logPage, body)).toBe(false);
    expect(send).not.toHaveBeenCalled();
  });
});
