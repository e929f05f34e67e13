// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captchaBox } from '../../../../src/auth/code/captcha-box.ts';
import { createCodeProvider } from '../../../../src/auth/code/code-provider.ts';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { Msg91Widget } from '../../../support/msg91-widget.ts';

type Callback = (result: Record<string, unknown>) => void;
type Widget = Record<string, unknown>;

const contact = { contact: '919876500001', method: 'whatsapp_otp' as const };

const msg91 = { provider: 'msg91', widget_id: 'widget-1', token_auth: 'page-token' };

function providerOf(
  widget: Widget,
  configured: Answered = { body: { statusCode: 200, data: { provider: 'sandbox' } } },
) {
  const { api } = answeringApi({ 'GET /api/auth/code-provider': configured });
  return createCodeProvider({ api, window: Object.assign(window, widget), now: () => 1000 });
}

/** Loads the code provider with a fake MSG91 widget in place of the one that the real script adds. */
async function openMsg91(behaviour: Partial<Msg91Widget> = {}) {
  finishScriptLoad('load');
  document.body.append(captchaBox());
  const widget = Object.assign(new Msg91Widget(), behaviour);
  const provider = providerOf(widget.script(window), { body: { statusCode: 200, data: msg91 } });
  const loading = provider.load(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(widget.methodsAppearAfter + 100);
  await loading;
  return { provider, widget };
}

function finishScriptLoad(outcome: 'load' | 'error') {
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
  for (const name of ['initSendOTP', 'sendOtp', 'retryOtp', 'verifyOtp', 'isCaptchaVerified'])
    Reflect.deleteProperty(window, name);
  captchaBox().replaceChildren();
});

describe('the provider of one-time codes', () => {
  it('the provider of one-time codes counts as loaded only once its widget has added its methods to the window', async () => {
    finishScriptLoad('load');
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

  it('loading the provider of one-time codes fails when its widget adds no methods to the window within 15 seconds', async () => {
    finishScriptLoad('load');
    const loading = providerOf({ initSendOTP: () => {} }).load(new AbortController().signal);
    const refused = expect(loading).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(15_200);
    await refused;
  });

  it('loading the provider of one-time codes fails when its script cannot be loaded, and can be tried again', async () => {
    finishScriptLoad('error');
    const provider = providerOf({}, { body: { statusCode: 200, data: msg91 } });
    const script = 'https://verify.msg91.com/otp-provider.js';
    await expect(provider.load(new AbortController().signal)).rejects.toThrow(script);
    await expect(provider.load(new AbortController().signal)).rejects.toThrow(script);
  });

  it('loading the provider of one-time codes fails when its script does not load within 15 seconds', async () => {
    vi.spyOn(document.head, 'append').mockImplementation(() => {});
    const loading = providerOf({}, { body: { statusCode: 200, data: msg91 } }).load(new AbortController().signal);
    const refused = expect(loading).rejects.toThrow('did not load');
    await vi.advanceTimersByTimeAsync(15_000);
    await refused;
  });

  it('loading the provider of one-time codes fails when our server does not return the provider’s configuration', async () => {
    const loading = providerOf({}, refusal(503, 'UNAVAILABLE')).load(new AbortController().signal);
    await expect(loading).rejects.toThrow('UNAVAILABLE');
  });

  it('sending a one-time code returns the provider’s request id and the time of sending', async () => {
    const provider = providerOf({ sendOtp: (_: string, ok: Callback) => ok({ type: 'success', message: 'req-1' }) });
    expect(await provider.send(contact)).toEqual({ kind: 'sent', requestId: 'req-1', sentAt: 1000 });
  });

  it.each([
    [701, 'notOnWhatsapp'],
    ['701', 'notOnWhatsapp'],
    [500, 'sendFailed'],
    [undefined, 'sendFailed'],
  ])(
    'when MSG91 fails to send a one-time code with its error code %j, the call returns our error code %s',
    async (code, expected) => {
      const provider = providerOf({
        sendOtp: (_: string, _ok: Callback, fail: Callback) => fail({ type: 'error', code }),
      });
      expect(await provider.send(contact)).toEqual({ kind: 'refused', code: expected });
    },
  );

  it('an error that MSG91 reports through its success callback counts as a failure to send the one-time code', async () => {
    const provider = providerOf({ sendOtp: (_: string, ok: Callback) => ok({ type: 'error', code: '701' }) });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'notOnWhatsapp' });
  });

  it.each([
    ['whatsapp_otp', '12'],
    ['email_otp', '3'],
  ] as const)(
    'resending a one-time code with the method %s uses the channel number %s of MSG91',
    async (method, channel) => {
      const retryOtp = vi.fn((_channel: string, ok: Callback) => ok({ type: 'success', message: 'req-2' }));
      const outcome = await providerOf({ retryOtp }).resend({ method, requestId: 'req-1' });
      expect(retryOtp.mock.calls[0]?.[0]).toBe(channel);
      expect(outcome).toEqual({ kind: 'sent', requestId: 'req-2', sentAt: 1000 });
    },
  );

  it('resending a one-time code returns retryUnavailable if MSG91’s widget cannot resend, and resendFailed with the reason if it fails', async () => {
    const again = { method: 'email_otp' as const, requestId: 'req-1' };
    expect(await providerOf({}).resend(again)).toEqual({ kind: 'refused', code: 'retryUnavailable', detail: null });
    const failing = providerOf({
      retryOtp: (_: string, _ok: Callback, fail: Callback) => fail({ type: 'error', message: 'limit reached' }),
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
  ])(
    'when MSG91 does not verify a one-time code and returns its error code %j, the call returns our error code %s',
    async (code, expected) => {
      const provider = providerOf({
        verifyOtp: (_: string, _ok: Callback, fail: Callback) => fail({ type: 'error', code }),
      });
      expect(await provider.verify({ code: '123456', requestId: 'r' })).toEqual({ kind: 'refused', code: expected });
    },
  );

  it('verifying a one-time code succeeds only if the provider returns an access token', async () => {
    const verified = providerOf({ verifyOtp: (_: string, ok: Callback) => ok({ type: 'success', message: 'jwt' }) });
    expect(await verified.verify({ code: '123456', requestId: 'r' })).toEqual({ kind: 'verified', accessToken: 'jwt' });
    const empty = providerOf({ verifyOtp: (_: string, ok: Callback) => ok({ type: 'success' }) });
    expect((await empty.verify({ code: '123456', requestId: 'r' })).kind).toBe('refused');
    expect(await providerOf({ verifyOtp: undefined }).verify({ code: '1', requestId: null })).toEqual({
      kind: 'refused',
      code: 'verificationUnavailable',
    });
  });
});

describe('the MSG91 widget', () => {
  it('the MSG91 widget is started with its id and token, the option to expose its methods, and an element for its captcha', async () => {
    const { widget } = await openMsg91({ methodsAppearAfter: 4_000 });
    expect(widget.options).toMatchObject({
      widgetId: 'widget-1',
      tokenAuth: 'page-token',
      exposeMethods: true,
      captchaRenderId: 'code-captcha',
    });
  });

  it('a one-time code of MSG91 is resent and verified with the request id of the first code', async () => {
    const { provider, widget } = await openMsg91();
    const sent = await provider.send(contact);
    expect(sent).toEqual({ kind: 'sent', requestId: widget.requestId, sentAt: 1000 });
    const again = await provider.resend({ method: 'whatsapp_otp', requestId: widget.requestId });
    expect(again).toMatchObject({ kind: 'sent' });
    expect(await provider.verify({ code: '000000', requestId: widget.requestId })).toMatchObject({
      code: 'incorrectCode',
    });
    const verified = await provider.verify({ code: widget.code, requestId: widget.requestId });
    expect(verified).toEqual({ kind: 'verified', accessToken: widget.accessToken });
    expect(widget.calls).toEqual([
      ['sendOtp', '919876500001'],
      ['retryOtp', '12', widget.requestId],
      ['verifyOtp', '000000', widget.requestId],
      ['verifyOtp', widget.code, widget.requestId],
    ]);
  });

  it('no one-time code is requested from MSG91 until its captcha is solved', async () => {
    const { provider, widget } = await openMsg91({ hasCaptcha: true });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'captchaNeeded' });
    expect(widget.calls).toEqual([]);
    widget.isSolved = true;
    expect(await provider.send(contact)).toMatchObject({ kind: 'sent' });
  });

  it('an error message of MSG91 about the captcha is returned as the error code captchaNeeded', async () => {
    const { provider } = await openMsg91({ failure: { type: 'error', message: 'Invalid Captcha Token.', code: 701 } });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'captchaNeeded' });
  });

  it('MSG91 error 701 is reported as ‘not on WhatsApp’ only for a code sent by WhatsApp', async () => {
    const { provider, widget } = await openMsg91({ failure: { type: 'error', message: 'error', code: 701 } });
    expect(await provider.send(contact)).toMatchObject({ code: 'notOnWhatsapp' });
    expect(await provider.send({ contact: 'a@example.com', method: 'email_otp' })).toMatchObject({
      code: 'sendFailed',
    });
    widget.failure = { type: 'error', message: 'invalid retryChannel', code: '701' };
    expect(await provider.resend({ method: 'email_otp', requestId: 'r' })).toEqual({
      kind: 'refused',
      code: 'resendFailed',
      detail: 'invalid retryChannel',
    });
  });

  it.each([
    [{ message: 'otp already verified', code: 702 }, 'codeExpired'],
    [{ message: 'max limit reached for this otp verification', code: '705' }, 'tooManyTries'],
    [{ message: 'OTP not match', code: 999 }, 'incorrectCode'],
    [{ code: '709' }, 'codeExpired'],
    [{ message: 'Mobile number blocked', code: 408 }, 'verificationFailed'],
    [{}, 'verificationFailed'],
  ])(
    'when MSG91 does not verify a one-time code, our error code depends on MSG91’s message, or else on its code (error: %j)',
    async (failure, code) => {
      const { provider } = await openMsg91({ failure: { type: 'error', ...failure } });
      expect(await provider.verify({ code: '111111', requestId: 'r' })).toEqual({ kind: 'refused', code });
    },
  );

  it.each([
    ['a success reported as an error', { type: 'success', message: 'request-id-of-another' }],
    ['an access token', { type: 'error', message: `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(30)}.${'y'.repeat(30)}` }],
    ['an HTML page', { type: 'error', message: `<html>${'x'.repeat(400)}</html>` }],
  ])('an error message of MSG91 is not shown to the student when it is %s', async (_, failure) => {
    const { provider } = await openMsg91({ failure, failsOpenly: true });
    expect(await provider.resend({ method: 'email_otp', requestId: 'r' })).toMatchObject({ detail: null });
  });

  it('a call to MSG91 that gets no response fails after 30 seconds', async () => {
    const { provider } = await openMsg91({ isSilent: true });
    const sending = provider.send(contact);
    const verifying = provider.verify({ code: '111111', requestId: 'r' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await sending).toEqual({ kind: 'refused', code: 'sendFailed' });
    expect(await verifying).toEqual({ kind: 'refused', code: 'verificationFailed' });
  });

  it('an exception thrown by the MSG91 script counts as a failure to send the one-time code', async () => {
    const { provider } = await openMsg91();
    Object.assign(window, {
      sendOtp: () => {
        throw new TypeError('hcaptcha is not defined');
      },
    });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'sendFailed' });
  });
});
