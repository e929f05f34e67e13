// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captchaBox } from '../../../src/auth/captcha-box.ts';
import { createCodeProvider } from '../../../src/auth/code-provider.ts';
import { type Answered, answeringApi, refusal } from '../../support/answers.ts';
import { Msg91Widget } from '../../support/msg91-widget.ts';

type Done = (answer: Record<string, unknown>) => void;
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

/** The provider over the stand-in of MSG91's widget, which its script has put on the page. */
async function openMsg91(behaviour: Partial<Msg91Widget> = {}) {
  answerLoad('load');
  document.body.append(captchaBox());
  const widget = Object.assign(new Msg91Widget(), behaviour);
  const provider = providerOf(widget.script(window), { body: { statusCode: 200, data: msg91 } });
  const loading = provider.load(new AbortController().signal);
  await vi.advanceTimersByTimeAsync(widget.methodsAppearAfter + 100);
  await loading;
  return { provider, widget };
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
  for (const name of ['initSendOTP', 'sendOtp', 'retryOtp', 'verifyOtp', 'isCaptchaVerified'])
    Reflect.deleteProperty(window, name);
  captchaBox().replaceChildren();
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
    const provider = providerOf({}, { body: { statusCode: 200, data: msg91 } });
    const script = 'https://verify.msg91.com/otp-provider.js';
    await expect(provider.load(new AbortController().signal)).rejects.toThrow(script);
    await expect(provider.load(new AbortController().signal)).rejects.toThrow(script);
  });

  it('gives up on a script that never comes', async () => {
    vi.spyOn(document.head, 'append').mockImplementation(() => {});
    const loading = providerOf({}, { body: { statusCode: 200, data: msg91 } }).load(new AbortController().signal);
    const refused = expect(loading).rejects.toThrow('did not load');
    await vi.advanceTimersByTimeAsync(15_000);
    await refused;
  });

  it('does not load where the server does not say which widget it is', async () => {
    const loading = providerOf({}, refusal(503, 'UNAVAILABLE')).load(new AbortController().signal);
    await expect(loading).rejects.toThrow('UNAVAILABLE');
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

describe('MSG91’s widget', () => {
  it('opens with its own id and token, methods exposed, and a place for its captcha', async () => {
    const { widget } = await openMsg91({ methodsAppearAfter: 4_000 });
    expect(widget.options).toMatchObject({
      widgetId: 'widget-1',
      tokenAuth: 'page-token',
      exposeMethods: true,
      captchaRenderId: 'code-captcha',
    });
  });

  it('sends, sends again by the channel, and verifies with the request’s id', async () => {
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

  it('is asked for no code while its captcha stands unsolved', async () => {
    const { provider, widget } = await openMsg91({ hasCaptcha: true });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'captchaNeeded' });
    expect(widget.calls).toEqual([]);
    widget.isSolved = true;
    expect(await provider.send(contact)).toMatchObject({ kind: 'sent' });
  });

  it('that demands a captcha afterwards is understood by its words', async () => {
    const { provider } = await openMsg91({ failure: { type: 'error', message: 'Invalid Captcha Token.', code: 701 } });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'captchaNeeded' });
  });

  it('means WhatsApp by 701 only where a code was to go there', async () => {
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
  ])('is read by its message before its code: %j', async (failure, code) => {
    const { provider } = await openMsg91({ failure: { type: 'error', ...failure } });
    expect(await provider.verify({ code: '111111', requestId: 'r' })).toEqual({ kind: 'refused', code });
  });

  it.each([
    ['a success that came as a failure', { type: 'success', message: 'request-id-of-another' }],
    ['a token', { type: 'error', message: `eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(30)}.${'y'.repeat(30)}` }],
    ['a page', { type: 'error', message: `<html>${'x'.repeat(400)}</html>` }],
  ])('never lends its words to %s', async (_, failure) => {
    const { provider } = await openMsg91({ failure, failsOpenly: true });
    expect(await provider.resend({ method: 'email_otp', requestId: 'r' })).toMatchObject({ detail: null });
  });

  it('that calls nobody back is given up after 30 seconds', async () => {
    const { provider } = await openMsg91({ isSilent: true });
    const sending = provider.send(contact);
    const verifying = provider.verify({ code: '111111', requestId: 'r' });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await sending).toEqual({ kind: 'refused', code: 'sendFailed' });
    expect(await verifying).toEqual({ kind: 'refused', code: 'verificationFailed' });
  });

  it('that throws is a failure like any other', async () => {
    const { provider } = await openMsg91();
    Object.assign(window, {
      sendOtp: () => {
        throw new TypeError('hcaptcha is not defined');
      },
    });
    expect(await provider.send(contact)).toEqual({ kind: 'refused', code: 'sendFailed' });
  });
});
