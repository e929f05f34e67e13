// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCodeProvider } from '../../../src/auth/code-provider.ts';

type Done = (answer: Record<string, unknown>) => void;
type Widget = Record<string, unknown>;

const contact = { contact: '919876500001', method: 'whatsapp_otp' as const };

function providerOf(widget: Widget) {
  return createCodeProvider({ scriptUrl: '/widget.js', window: Object.assign(window, widget), now: () => 1000 });
}

function answerLoad(outcome: 'load' | 'error') {
  vi.spyOn(document.head, 'append').mockImplementation((element) => {
    queueMicrotask(() => (element as HTMLScriptElement).dispatchEvent(new Event(outcome)));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const name of ['initSendOTP', 'sendOtp', 'retryOtp', 'verifyOtp']) Reflect.deleteProperty(window, name);
});

describe('the code provider', () => {
  it('waits for the methods, which appear some time after init', async () => {
    answerLoad('load');
    const provider = providerOf({
      initSendOTP: () => setTimeout(() => Object.assign(window, { sendOtp: () => {} }), 450),
    });
    let isLoaded = false;
    const loading = provider.load(new AbortController().signal).then(() => {
      isLoaded = true;
    });
    await vi.advanceTimersByTimeAsync(400);
    expect(isLoaded).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await loading;
  });

  it('gives up after 15 seconds without methods', async () => {
    answerLoad('load');
    const loading = providerOf({ initSendOTP: () => {} }).load(new AbortController().signal);
    const refused = expect(loading).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(15_200);
    await refused;
  });

  it('fails where the script does not load, and may be tried again', async () => {
    answerLoad('error');
    const provider = createCodeProvider({ scriptUrl: '/gone.js', window, now: () => 0 });
    await expect(provider.load(new AbortController().signal)).rejects.toThrow('/gone.js');
    await expect(provider.load(new AbortController().signal)).rejects.toThrow('/gone.js');
  });

  it('answers a sent code with its request id and time', async () => {
    const provider = providerOf({ sendOtp: (_: string, ok: Done) => ok({ type: 'success', message: 'req-1' }) });
    expect(await provider.send(contact)).toEqual({ kind: 'sent', requestId: 'req-1', sentAt: 1000 });
  });

  it.each([
    [701, 'notOnWhatsapp'],
    ['701', 'notOnWhatsapp'],
    [500, 'sendFailed'],
    [undefined, 'sendFailed'],
  ])('reads a failed sending, code %j, as %s', async (code, expected) => {
    const provider = providerOf({ sendOtp: (_: string, _ok: Done, fail: Done) => fail({ type: 'error', code }) });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: expected });
  });

  it('knows a failure that comes through the success function', async () => {
    const provider = providerOf({ sendOtp: (_: string, ok: Done) => ok({ type: 'error', code: '701' }) });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'notOnWhatsapp' });
  });

  it.each([
    ['whatsapp_otp', '12'],
    ['email_otp', '3'],
  ] as const)('resends by %s on channel %s', async (method, channel) => {
    const retryOtp = vi.fn((_channel: string, ok: Done) => ok({ type: 'success', message: 'req-2' }));
    const outcome = await providerOf({ retryOtp }).resend({ method, requestId: 'req-1' });
    expect(retryOtp.mock.calls[0]?.[0]).toBe(channel);
    expect(outcome).toEqual({ kind: 'sent', requestId: 'req-2', sentAt: 1000 });
  });

  it('says that resending is not available, or why it failed', async () => {
    const again = { method: 'email_otp' as const, requestId: 'req-1' };
    expect(await providerOf({}).resend(again)).toEqual({ kind: 'refused', code: 'retryUnavailable', detail: null });
    const failing = providerOf({
      retryOtp: (_: string, _ok: Done, fail: Done) => fail({ type: 'error', message: 'limit reached' }),
    });
    expect(await failing.resend(again)).toEqual({ kind: 'refused', code: 'resendFailed', detail: 'limit reached' });
  });

  it.each([
    ['702', 'incorrectCode'],
    [702, 'incorrectCode'],
    ['703', 'codeExpired'],
    ['706', 'codeExpired'],
    [704, 'tooManyTries'],
    ['408', 'verificationFailed'],
  ])('reads a refused code, %j, as %s', async (code, expected) => {
    const provider = providerOf({ verifyOtp: (_: string, _ok: Done, fail: Done) => fail({ type: 'error', code }) });
    expect(await provider.verify({ code: '123456', requestId: 'r' })).toEqual({ kind: 'refused', code: expected });
  });

  it('takes the access token, and never a success without one', async () => {
    const verified = providerOf({ verifyOtp: (_: string, ok: Done) => ok({ type: 'success', message: 'jwt' }) });
    expect(await verified.verify({ code: '123456', requestId: 'r' })).toEqual({ kind: 'verified', accessToken: 'jwt' });
    const empty = providerOf({ verifyOtp: (_: string, ok: Done) => ok({ type: 'success' }) });
    expect((await empty.verify({ code: '123456', requestId: 'r' })).kind).toBe('refused');
    expect(await providerOf({ verifyOtp: undefined }).verify({ code: '1', requestId: null })).toEqual({
      kind: 'refused',
      code: 'verificationUnavailable',
    });
  });
});
