import { type CodeMethod, retryChannels } from '../../contract/auth.ts';
import type {
  ResendInput,
  ResendOutcome,
  SendInput,
  SendOutcome,
  VerifyInput,
  VerifyOutcome,
} from '../../machines/one-time-code.types.ts';
import { loadScript } from './load-script.ts';

type WidgetAnswer = { type?: string; message?: unknown; code?: unknown };
type Done = (answer: WidgetAnswer) => void;

/** What the provider's script puts on `window` (integrations, "One-time codes"). */
type Widget = {
  initSendOTP?: (options: Record<string, unknown>) => void;
  sendOtp?: (identifier: string, ok: Done, fail: Done) => void;
  retryOtp?: (channel: string, ok: Done, fail: Done, requestId: string) => void;
  verifyOtp?: (code: string, ok: Done, fail: Done, requestId?: string) => void;
};

export type CodeProvider = {
  /** @throws Error when the widget's functions do not appear in time */
  load(signal: AbortSignal): Promise<void>;
  send(input: SendInput): Promise<SendOutcome>;
  resend(input: ResendInput): Promise<ResendOutcome>;
  verify(input: VerifyInput): Promise<VerifyOutcome>;
};

export type CodeProviderParts = { scriptUrl: string; window: Widget & Window; now: () => number };

const pollEvery = 100;
const pollFor = 15_000;
const ask = (run: (ok: Done, fail: Done) => void) =>
  new Promise<{ isOk: boolean; answer: WidgetAnswer }>((resolve) => {
    run(
      (answer) => resolve({ isOk: answer.type !== 'error', answer }),
      (answer) => resolve({ isOk: false, answer }),
    );
  });

// A code is a number in one place and a string in another.
const codeOf = (answer: WidgetAnswer) => String(answer.code ?? '');
const textOf = (answer: WidgetAnswer) => (typeof answer.message === 'string' ? answer.message : null);

function verifyFailure(code: string): Extract<VerifyOutcome, { kind: 'refused' }>['code'] {
  if (code === '702' || code === '705') return 'incorrectCode';
  if (code === '703' || code === '706') return 'codeExpired';
  if (code === '704' || code === '707') return 'tooManyTries';
  return 'verificationFailed';
}

/** The widget of the code provider behind the words of the one-time-code machine; answers are classified here alone. */
export function createCodeProvider({ scriptUrl, window: page, now }: CodeProviderParts): CodeProvider {
  return {
    async load(signal) {
      await loadScript(scriptUrl);
      if (!page.sendOtp) page.initSendOTP?.({ exposeMethods: true, success: () => {}, failure: () => {} });
      // The methods appear some time after init.
      for (let waited = 0; !page.sendOtp; waited += pollEvery) {
        if (waited >= pollFor || signal.aborted) throw new Error('The code provider did not answer');
        await new Promise((resolve) => setTimeout(resolve, pollEvery));
      }
    },
    async send({ contact }) {
      const { isOk, answer } = await ask((ok, fail) => (page.sendOtp ? page.sendOtp(contact, ok, fail) : fail({})));
      if (isOk) return { kind: 'sent', requestId: textOf(answer), sentAt: now() };
      return { kind: 'refused', code: codeOf(answer) === '701' ? 'notOnWhatsapp' : 'sendFailed' };
    },
    async resend({ method, requestId }) {
      if (!page.retryOtp) return { kind: 'refused', code: 'retryUnavailable', detail: null };
      const channel = retryChannels[method satisfies CodeMethod];
      const { isOk, answer } = await ask((ok, fail) => page.retryOtp?.(channel, ok, fail, requestId));
      if (isOk) return { kind: 'sent', requestId: textOf(answer) ?? requestId, sentAt: now() };
      return { kind: 'refused', code: 'resendFailed', detail: textOf(answer) };
    },
    async verify({ code, requestId }) {
      if (!page.verifyOtp) return { kind: 'refused', code: 'verificationUnavailable' };
      const { isOk, answer } = await ask((ok, fail) => page.verifyOtp?.(code, ok, fail, requestId ?? undefined));
      const token = textOf(answer);
      if (isOk && token) return { kind: 'verified', accessToken: token };
      return { kind: 'refused', code: verifyFailure(codeOf(answer)) };
    },
  };
}
