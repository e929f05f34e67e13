import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp } from '../../support/server.ts';

type Tell = (answer: { type: string; message: string; code?: number | string }) => void;
type Widget = {
  initSendOTP(config: object): void;
  sendOtp?(identifier: string, ok: Tell, fail: Tell): void;
  retryOtp?(channel: string, ok: Tell, fail: Tell, reqId?: string): void;
  verifyOtp?(code: string, ok: Tell, fail: Tell, reqId?: string): void;
};

const app = await startTestApp();
let isOnline = true;

/** The page's fetch, answered by the app. */
async function fetchFromApp(url: string, options: { body: string; headers: Record<string, string> }) {
  if (!isOnline) throw new TypeError('Failed to fetch');
  const { status, body } = await app.call('POST', url, {
    body: JSON.parse(options.body),
    headers: { 'x-client': '', ...options.headers },
  });
  return { status, json: async () => body };
}

function loadWidget(script: string): Widget {
  const window = {} as Widget;
  runInNewContext(script, { window, setTimeout, fetch: fetchFromApp });
  return window;
}

async function initialised(): Promise<Required<Widget>> {
  const { text } = await app.call('GET', '/sandbox/otp-provider.js');
  const widget = loadWidget(text);
  widget.initSendOTP({ widgetId: 'w', tokenAuth: 't', exposeMethods: true });
  await vi.waitUntil(() => widget.sendOtp);
  return widget as Required<Widget>;
}

const call = (run: (ok: Tell, fail: Tell) => void) =>
  new Promise<Parameters<Tell>[0]>((resolve) => run(resolve, resolve));
const lastCode = async () =>
  (await app.db.selectFrom('sandbox_codes').select('code').orderBy('created_at', 'desc').executeTakeFirstOrThrow())
    .code;

beforeEach(() => {
  isOnline = true;
});

describe('the sandbox widget’s script', () => {
  it('is served as a script', async () => {
    const { status, headers, text } = await app.call('GET', '/sandbox/otp-provider.js');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toBe(readFileSync('server/sandbox/otp-provider.js', 'utf8'));
  });

  it('shows its methods some time after it was initialised', async () => {
    vi.useFakeTimers();
    const { text } = await app.call('GET', '/sandbox/otp-provider.js');
    const widget = loadWidget(text);
    widget.initSendOTP({ exposeMethods: true });
    expect(widget.sendOtp).toBeUndefined();
    await vi.advanceTimersByTimeAsync(149);
    expect(widget.sendOtp).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(widget).toMatchObject({
      sendOtp: expect.anything(),
      retryOtp: expect.anything(),
      verifyOtp: expect.anything(),
    });
    vi.useRealTimers();
  });

  it('sends, retries and verifies, with or without a request id', async () => {
    const widget = await initialised();
    const sent = await call((ok, fail) => widget.sendOtp('919876500001', ok, fail));
    expect(sent).toMatchObject({ type: 'success' });
    expect(await call((ok, fail) => widget.retryOtp('12', ok, fail, sent.message))).toEqual(sent);
    expect(await call((ok, fail) => widget.retryOtp('12', ok, fail))).toEqual(sent);
    const code = await lastCode();
    expect(await call((ok, fail) => widget.verifyOtp(code, ok, fail))).toMatchObject({
      type: 'success',
      message: expect.stringMatching(/^sandbox\./),
    });
  });

  it('hands failures on with their codes, also where the network is gone', async () => {
    const widget = await initialised();
    expect(await call((ok, fail) => widget.sendOtp('919876500009', ok, fail))).toMatchObject({
      type: 'error',
      code: 701,
    });
    isOnline = false;
    expect(await call((ok, fail) => widget.sendOtp('919876500001', ok, fail))).toEqual({
      type: 'error',
      message: 'Network error',
      code: 'NETWORK_ERROR',
    });
  });
});
