import { retryChannels } from '../../contract/auth.ts';
import { type CodeWidget, codeScripts, getCodeProvider } from '../../contract/code-provider.ts';
import type {
  ResendInput,
  ResendOutcome,
  SendInput,
  SendOutcome,
  VerifyInput,
  VerifyOutcome,
} from '../../machines/one-time-code.types.ts';
import type { Api } from '../lib/api.ts';
import { captchaBox, captchaBoxId } from './captcha-box.ts';
import { isFailure, sendFailure, textOf, verifyFailure, type WidgetAnswer, wordsOf } from './code-answers.ts';
import { loadScript } from './load-script.ts';

type Done = (answer: WidgetAnswer | null | undefined) => void;

/** What the provider's script puts on `window` (integrations, "One-time codes"). */
type Widget = {
  initSendOTP?: (options: Record<string, unknown>) => void;
  sendOtp?: (identifier: string, ok: Done, fail: Done) => void;
  retryOtp?: (channel: string, ok: Done, fail: Done, requestId: string) => void;
  verifyOtp?: (code: string, ok: Done, fail: Done, requestId?: string) => void;
  isCaptchaVerified?: () => boolean;
};

export type CodeProvider = {
  /** @throws Error when the widget's functions do not appear in time */
  load(signal: AbortSignal): Promise<void>;
  send(input: SendInput): Promise<SendOutcome>;
  resend(input: ResendInput): Promise<ResendOutcome>;
  verify(input: VerifyInput): Promise<VerifyOutcome>;
};

export type CodeProviderParts = { api: Api; window: Widget & Window; now: () => number };

const pollEvery = 100;
const pollFor = 15_000;
/** A widget that its captcha or the network stops calls nobody back. */
const patience = 30_000;

type Asked = { isOk: boolean; answer: WidgetAnswer };

function ask(run: (ok: Done, fail: Done) => void): Promise<Asked> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ isOk: false, answer: {} }), patience);
    const end = (isOk: boolean, answer: WidgetAnswer) => {
      clearTimeout(timer);
      resolve({ isOk, answer });
    };
    try {
      run(
        (answer) => end(!isFailure(answer ?? {}), answer ?? {}),
        (answer) => end(false, answer ?? {}),
      );
    } catch {
      end(false, {});
    }
  });
}

function optionsOf(widget: CodeWidget): Record<string, unknown> {
  const own = { exposeMethods: true, success: () => {}, failure: () => {} };
  if (widget.provider === 'sandbox') return own;
  return { ...own, widgetId: widget.widget_id, tokenAuth: widget.token_auth, captchaRenderId: captchaBoxId };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A captcha stands there and is not solved: asking for a code would fail, or never end. */
function isCaptchaOpen(page: Widget): boolean {
  return captchaBox().childElementCount > 0 && page.isCaptchaVerified?.() === false;
}

/** The widget of the code provider behind the words of the one-time-code machine; its answers are read here alone. */
export function createCodeProvider({ api, window: page, now }: CodeProviderParts): CodeProvider {
  return {
    async load(signal) {
      if (page.sendOtp) return;
      const { data: widget } = await api.call(getCodeProvider, {}, { signal });
      await loadScript(codeScripts[widget.provider], pollFor);
      if (!page.sendOtp) page.initSendOTP?.(optionsOf(widget));
      // The methods appear some time after init.
      for (let waited = 0; !page.sendOtp; waited += pollEvery) {
        if (waited >= pollFor || signal.aborted) throw new Error('The code provider did not answer');
        await pause(pollEvery);
      }
    },
    async send({ contact, method }) {
      if (isCaptchaOpen(page)) return { kind: 'refused', code: 'captchaNeeded' };
      const { isOk, answer } = await ask((ok, fail) => (page.sendOtp ? page.sendOtp(contact, ok, fail) : fail({})));
      if (isOk) return { kind: 'sent', requestId: textOf(answer), sentAt: now() };
      return { kind: 'refused', code: sendFailure(method, answer) };
    },
    async resend({ method, requestId }) {
      if (!page.retryOtp) return { kind: 'refused', code: 'retryUnavailable', detail: null };
      const { isOk, answer } = await ask((ok, fail) => page.retryOtp?.(retryChannels[method], ok, fail, requestId));
      if (isOk) return { kind: 'sent', requestId: textOf(answer) ?? requestId, sentAt: now() };
      return { kind: 'refused', code: 'resendFailed', detail: wordsOf(answer) };
    },
    async verify({ code, requestId }) {
      if (!page.verifyOtp) return { kind: 'refused', code: 'verificationUnavailable' };
      const { isOk, answer } = await ask((ok, fail) => page.verifyOtp?.(code, ok, fail, requestId ?? undefined));
      const token = textOf(answer);
      if (isOk && token) return { kind: 'verified', accessToken: token };
      return { kind: 'refused', code: verifyFailure(answer) };
    },
  };
}
