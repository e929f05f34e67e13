import { getContact, signInByCode } from '../../../contract/auth.ts';
import { getCodeProvider } from '../../../contract/code-provider.ts';
import type { RestingStateName } from '../../../lab/chart/chart.ts';
import type { PathEvent, PathValue } from '../../../lab/path-file.ts';
import type { oneTimeCodeMachine } from '../../../machines/one-time-code.machine.ts';
import { readCode } from '../../support/site/sandbox-outbox.ts';
import { asha } from '../../support/site/students.ts';
import { breakOnce } from '../broken-browser.ts';
import { type CallResult, Gate, refusal } from '../gate.ts';
import {
  type DrivenMachine,
  type ExpectedScreen,
  entryOf,
  type PageModel,
  type ShownText,
  type Stage,
} from './page-model.ts';

const widget = (part: string) => ({ method: 'POST', url: `/sandbox/otp/${part}` });
const down = refusal(503, 'INTERNAL_ERROR');
const widgetError = (code: string, message: string): CallResult => ({
  kind: 'known',
  status: 200,
  body: { type: 'error', message, code },
});

/**
 * The text that the screen shows for each failure. The key consists of the event, its outcome if it has several, and the
 * sign-in method if the text depends on it.
 */
const failures: Record<string, ShownText> = {
  'loadProvider failed': 'Failed to load OTP provider',
  'fetchContact done email whatsapp_otp': 'Invalid number',
  'fetchContact done phone email_otp': 'Invalid email',
  'fetchContact failed whatsapp_otp': 'Unable to fetch number',
  'fetchContact failed email_otp': 'Unable to fetch email',
  'sendCode done notOnWhatsapp whatsapp_otp': 'Number is not registered to Whatsapp',
  'sendCode done notOnWhatsapp email_otp': 'Unable to send OTP',
  'sendCode failed': 'Unable to send OTP',
  'code.submit': 'Enter complete OTP',
  'code.resend': 'No request ID found. Please send OTP first.',
  'resendCode done refused': 'Resend failed: Provider busy',
  'resendCode failed': /^Resend failed:/,
  'verifyCode done incorrectCode': 'Incorrect OTP',
  'verifyCode failed': 'Verification failed',
  'signInByCode done refused': 'Invalid credentials',
  'signInByCode failed': 'Something went wrong',
};

const codeBoxes: ShownText[] = [/^Sent to \*{8}0001$|^Sent to a\*+m$/, 'Verify', /^Resend code/];
/** The texts that the screen shows in each state, besides the failure. */
const texts: Record<RestingStateName<typeof oneTimeCodeMachine>, ShownText[]> = {
  loadingProvider: ['Preparing your code…'],
  fetchingContact: ['Preparing your code…'],
  sendingCode: ['Sending your code…'],
  resendingCode: ['Sending another code…'],
  verifyingCode: ['Checking your code…'],
  signingIn: ['Checking your code…'],
  'awaitingCode.enteringCode': codeBoxes,
  'awaitingCode.codeIncomplete': codeBoxes,
  'awaitingCode.codeRejected': codeBoxes,
  'awaitingCode.resendFailed': codeBoxes,
  verified: ['Where would you like to go?'],
  left: ['How would you like to sign in?'],
  providerUnavailable: [],
  contactUnavailable: [],
  contactInvalid: [],
  sendFailed: [],
  signInRefused: [],
  signInFailed: [],
};
/** Matches the names of states that show a failure. */
const failureStates = /Unavailable|Invalid|Failed$|Refused|Rejected|Incomplete/;

class CodeModel implements PageModel {
  readonly #stage: Stage;
  readonly #gates: Record<string, Gate>;
  #method = 'whatsapp_otp';
  #sent: { reqId: string } = { reqId: '' };

  constructor(stage: Stage) {
    this.#stage = stage;
    const { page } = stage;
    this.#gates = {
      loadProvider: new Gate(page, getCodeProvider),
      fetchContact: new Gate(page, getContact),
      sendCode: new Gate(page, widget('send')),
      resendCode: new Gate(page, widget('retry')),
      verifyCode: new Gate(page, widget('verify')),
      signInByCode: new Gate(page, signInByCode),
    };
    page.on('response', async (response) => {
      if (!/\/sandbox\/otp\/(send|retry)$/.test(response.url())) return;
      const body = (await response.json().catch(() => null)) as { type?: string; message?: string } | null;
      if (body?.type === 'success' && body.message) this.#sent = { reqId: body.message };
    });
  }

  async begin(input: PathValue): Promise<void> {
    const { page } = this.#stage;
    const fields = (input ?? {}) as Record<string, PathValue>;
    this.#method = String(fields.method);
    await page.clock.install();
    await page.goto(`/login?identifier=${asha.indos}&record=quiet`);
    const choice = page.getByRole('button', {
      name: this.#method === 'email_otp' ? 'Code by email' : 'Code by WhatsApp',
    });
    await choice.waitFor();
    if (fields.codeOut) {
      await choice.click();
      await page.getByLabel('Digit 1 of 6').waitFor();
    }
    for (const gate of Object.values(this.#gates)) await gate.hold();
    if (fields.codeOut) await page.reload();
    else await choice.click();
  }

  async prepareFor(next: PathEvent | undefined): Promise<void> {
    if (next?.type === 'clock failed') await breakOnce(this.#stage.page, 'clock.timer');
  }

  async act(event: PathEvent): Promise<void> {
    const { page } = this.#stage;
    const { type } = event;
    const [, actor] = /^(\w+) (done|failed)$/.exec(type) ?? [];
    if (actor) return this.#settle(actor, event);
    if (type === 'code.submit') return this.#typeCode(JSON.stringify(event.code).includes('short') ? 5 : 6);
    const buttons: Record<string, string | RegExp> = {
      'code.resend': /^Resend code$/,
      'code.retry': 'Try again',
      'code.back': /^Back$/,
    };
    const name = buttons[type];
    if (name) return page.getByRole('main').getByRole('button', { name }).click();
    const isDue = JSON.stringify(event.now).includes('resendDue');
    if (type === 'clock.tick') return isDue ? page.clock.fastForward(31_000) : page.clock.runFor(1000);
    throw new Error(`cannot cause ${type}`);
  }

  expectedScreen(state: string, event: PathEvent | null): ExpectedScreen {
    const lastEvent = [event?.type, event?.outcome].filter(Boolean).join(' ');
    const failure = failureStates.test(state)
      ? (failures[`${lastEvent} ${this.#method}`] ?? failures[lastEvent])
      : undefined;
    return { texts: [...(failure ? [failure] : []), ...entryOf(texts, state)], url: '/login' };
  }

  /**
   * Takes the request id out of the code provider's response and stores it for later calls. Returns the rest of the
   * response.
   */
  #withoutRequestId({ message, ...rest }: Record<string, unknown>): unknown {
    this.#sent = { reqId: String(message) };
    return rest;
  }

  async #typeCode(digits: number): Promise<void> {
    const { page } = this.#stage;
    const code = await readCode(page, this.#method === 'email_otp' ? (asha.email ?? '') : `91${asha.mobile}`);
    for (let digit = 1; digit <= 6; digit += 1)
      await page.getByLabel(`Digit ${digit} of 6`).fill(digit <= digits ? (code[digit - 1] ?? '') : '');
    await page.getByRole('button', { name: 'Verify' }).click();
  }

  async #settle(actor: string, event: PathEvent): Promise<void> {
    const gate = this.#gates[actor];
    // The actor `clock` makes no calls, so it has no `Gate`.
    if (!gate) return;
    const isWidgetFailure = event.type.endsWith('failed') && ['sendCode', 'resendCode', 'verifyCode'].includes(actor);
    if (isWidgetFailure) await breakOnce(this.#stage.page, 'widget.answer');
    return gate.settle(this.#resultOf(actor, event));
  }

  #resultOf(actor: string, { type, outcome = '' }: PathEvent): CallResult {
    if (type.endsWith('failed')) return actor.endsWith('Code') && actor !== 'signInByCode' ? widgetError('', '') : down;
    const sent = this.#sent;
    const contact = outcome === 'phone' ? '98765 00001' : 'Asha.Nair@example.com';
    const results: Record<string, CallResult> = {
      'loadProvider loaded': { kind: 'real' },
      'fetchContact phone': { kind: 'changed', change: (body) => ({ ...body, user: { contact } }) },
      'fetchContact email': { kind: 'changed', change: (body) => ({ ...body, user: { contact } }) },
      'sendCode sent': { kind: 'real' },
      'sendCode sentUnnamed': { kind: 'changed', change: (body) => this.#withoutRequestId(body) },
      'sendCode notOnWhatsapp': widgetError('701', 'The number is not on WhatsApp'),
      'resendCode sent': { kind: 'real', body: (body) => ({ ...body, ...sent }) },
      'resendCode refused': widgetError('', 'Provider busy'),
      'verifyCode verified': { kind: 'real', body: (body) => ({ ...body, ...sent }) },
      'verifyCode incorrectCode': { kind: 'real', body: (body) => ({ ...body, ...sent, otp: '000000' }) },
      'signInByCode signedIn': { kind: 'real' },
      'signInByCode refused': { kind: 'real', body: (body) => ({ ...body, OTPtoken: 'not a token' }) },
    };
    return results[`${actor} ${outcome}`] ?? down;
  }
}

export const codePages: DrivenMachine = {
  machine: 'oneTimeCode',
  createModel: (stage) => new CodeModel(stage),
};
