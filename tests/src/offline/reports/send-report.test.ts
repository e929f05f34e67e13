import { describe, expect, it, vi } from 'vitest';
import { markerHeader } from '../../../../contract/headers.ts';
import { logPage } from '../../../../contract/telemetry.ts';
import { createSendReport } from '../../../../src/offline/reports/send-report.ts';

const body = { user_id: null, page_url: '/', action: 'enter' };
const ours = { headers: { [markerHeader]: '1' } };

function sendWith(answer: () => Promise<Response>, isBlocked = false) {
  const send = vi.fn<typeof fetch>(answer);
  return { send, sendReport: createSendReport({ send, isBlocked: () => isBlocked }) };
}

describe('a report', () => {
  it('a report to the server is sent with keepalive and the header x-client', async () => {
    const { send, sendReport } = sendWith(async () => new Response('{}', ours));
    expect(await sendReport(logPage, body)).toBe(true);
    const [url, init] = send.mock.calls[0] ?? [];
    expect(url).toBe('/api/collect/user/activity/page');
    expect(init).toEqual({
      method: 'POST',
      headers: { 'x-client': 'web', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      keepalive: true,
      priority: 'low',
      signal: expect.any(AbortSignal),
    });
  });

  it.each<[string, () => Promise<Response>, boolean]>([
    ['refused', async () => new Response('{}', { ...ours, status: 400 }), true],
    ['rate limited', async () => new Response('{}', { ...ours, status: 429 }), false],
    ['failed by a server error', async () => new Response('{}', { ...ours, status: 500 }), false],
    ['answered by a captive portal', async () => new Response('<html>'), false],
    ['not answered', async () => Promise.reject(new TypeError('Failed to fetch')), false],
  ])(
    'sendReport throws no error for a report that is %s, and returns true only if the report need not be sent again',
    async (_, answer, isDone) => {
      expect(await sendWith(answer).sendReport(logPage, body)).toBe(isDone);
    },
  );

  it('sendReport sends no report to the server while its option isBlocked returns true', async () => {
    const { send, sendReport } = sendWith(async () => new Response('{}', ours), true);
    expect(await sendReport(logPage, body)).toBe(false);
    expect(send).not.toHaveBeenCalled();
  });
});
