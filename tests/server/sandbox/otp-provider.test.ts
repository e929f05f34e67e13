import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp } from '../../support/server.ts';

type Callback = (result: { type: string; message: string; code?: number | string }) => void;
type Widget = {
  initSendOTP(config: object): void;
  sendOtp?(identifier: string, ok: Callback, fail: Callback): void;
  retryOtp?(channel: string, ok: Callback, fail: Callback, reqId?: string): void;
  verifyOtp?(code: string, ok: Callback, fail: Callback, reqId?: string): void;
};

const app = await startTestApp();
let isOnline = true;

/** A `fetch` that sends the requests of the one-time code widget to the test app. */
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

const call = (run: (ok: Callback, fail: Callback) => void) =>
  new Promise<Parameters<Callback>[0]>((resolve) => run(resolve, resolve));
const lastCode = async () =>
  (await app.db.selectFrom('sandbox_codes').select('code').orderBy('created_at', 'desc').executeTakeFirstOrThrow())
    .code;

beforeEach(() => {
  isOnline = true;
});

afterEach(() => void vi.useRealTimers());

describe('the sandbox widget’s script', () => {
  it('the script of the sandbox’s one-time code widget is served as JavaScript', async () => {
    const { status, headers, text } = await app.call('GET', '/sandbox/otp-provider.js');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toBe(readFileSync('server/sandbox/otp-provider.js', 'utf8'));
  });

  it('the sandbox’s one-time code widget exposes its methods 150 ms after initialisation', async () => {
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
  });

  it('the sandbox’s one-time code widget sends, resends and verifies codes, with or without a request id', async () => {
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

  it('the sandbox’s one-time code widget reports failures, including network errors, with an error code', async () => {
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
