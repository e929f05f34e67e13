import { retryChannels } from '../../../contract/auth.ts';
import { type CodeWidget, codeScripts, getCodeProvider } from '../../../contract/code-provider.ts';
import type {
  ResendInput,
  ResendOutcome,
  SendInput,
  SendOutcome,
  VerifyInput,
  VerifyOutcome,
} from '../../../machines/one-time-code.machine.ts';
import type { Api } from '../../lib/api.ts';
import { captchaBox, captchaBoxId } from './captcha-box.ts';
import { loadScript } from './load-script.ts';
import {
  displayableMessage,
  isFailure,
  messageOf,
  sendFailure,
  verifyFailure,
  type WidgetResponse,
} from './widget-responses.ts';

type WidgetCallback = (response: WidgetResponse | null | undefined) => void;

/**
 * The functions that the script of the one-time-code provider adds to `window`. The script of our sandbox adds the same
 * functions.
 */
type Widget = {
  initSendOTP?: (options: Record<string, unknown>) => void;
  sendOtp?: (identifier: string, onSuccess: WidgetCallback, onFailure: WidgetCallback) => void;
  retryOtp?: (channel: string, onSuccess: WidgetCallback, onFailure: WidgetCallback, requestId: string) => void;
  verifyOtp?: (code: string, onSuccess: WidgetCallback, onFailure: WidgetCallback, requestId?: string) => void;
  isCaptchaVerified?: () => boolean;
};

export type CodeProvider = {
  /** Loads and initialises the provider's widget. @throws Error if the widget's functions do not appear in time */
  load(signal: AbortSignal): Promise<void>;
  send(input: SendInput): Promise<SendOutcome>;
  resend(input: ResendInput): Promise<ResendOutcome>;
  verify(input: VerifyInput): Promise<VerifyOutcome>;
};

type CodeProviderDeps = { api: Api; window: Widget & Window; now: () => number };

const loadPollMs = 100;
const loadTimeoutMs = 15_000;
const callTimeoutMs = 30_000;

type WidgetResult = { isOk: boolean; response: WidgetResponse };

/**
 * Calls a function of the widget. Without a response in time the call counts as failed, because a widget that is
 * blocked by its captcha or the network never calls back.
 */
function callWidget(call: (onSuccess: WidgetCallback, onFailure: WidgetCallback) => void): Promise<WidgetResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ isOk: false, response: {} }), callTimeoutMs);
    const finish = (isOk: boolean, response: WidgetResponse) => {
      clearTimeout(timer);
      resolve({ isOk, response });
    };
    try {
      call(
        (response) => finish(!isFailure(response ?? {}), response ?? {}),
        (response) => finish(false, response ?? {}),
      );
    } catch {
      finish(false, {});
    }
  });
}

function widgetOptions(widget: CodeWidget): Record<string, unknown> {
  const common = { exposeMethods: true, success: () => {}, failure: () => {} };
  if (widget.provider === 'sandbox') return common;
  return { ...common, widgetId: widget.widget_id, tokenAuth: widget.token_auth, captchaRenderId: captchaBoxId };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Whether the widget shows a captcha that is not solved yet. Requesting a code would then fail or never finish. */
function isCaptchaOpen(page: Widget): boolean {
  return captchaBox().childElementCount > 0 && page.isCaptchaVerified?.() === false;
}

/**
 * Sends, resends and verifies one-time codes through the provider's widget, for the state machine of one-time codes.
 */
export function createCodeProvider({ api, window: page, now }: CodeProviderDeps): CodeProvider {
  return {
    async load(signal) {
      if (page.sendOtp) return;
      const { data: widget } = await api.call(getCodeProvider, {}, { signal });
      await loadScript(codeScripts[widget.provider], loadTimeoutMs);
      if (!page.sendOtp) page.initSendOTP?.(widgetOptions(widget));
      // The widget adds its functions to `window` some time after the call of initSendOTP, so wait for them.
      for (let waited = 0; !page.sendOtp; waited += loadPollMs) {
        if (waited >= loadTimeoutMs || signal.aborted) throw new Error('The code provider did not answer');
        await pause(loadPollMs);
      }
    },
    async send({ contact, method }) {
      if (isCaptchaOpen(page)) return { kind: 'refused', code: 'captchaNeeded' };
      const { isOk, response } = await callWidget((onSuccess, onFailure) =>
        page.sendOtp ? page.sendOtp(contact, onSuccess, onFailure) : onFailure({}),
      );
      if (isOk) return { kind: 'sent', requestId: messageOf(response), sentAt: now() };
      return { kind: 'refused', code: sendFailure(method, response) };
    },
    async resend({ method, requestId }) {
      if (!page.retryOtp) return { kind: 'refused', code: 'retryUnavailable', detail: null };
      const { isOk, response } = await callWidget((onSuccess, onFailure) =>
        page.retryOtp?.(retryChannels[method], onSuccess, onFailure, requestId),
      );
      if (isOk) return { kind: 'sent', requestId: messageOf(response) ?? requestId, sentAt: now() };
      return { kind: 'refused', code: 'resendFailed', detail: displayableMessage(response) };
    },
    async verify({ code, requestId }) {
      if (!page.verifyOtp) return { kind: 'refused', code: 'verificationUnavailable' };
      const { isOk, response } = await callWidget((onSuccess, onFailure) =>
        page.verifyOtp?.(code, onSuccess, onFailure, requestId ?? undefined),
      );
      const token = messageOf(response);
      if (isOk && token) return { kind: 'verified', accessToken: token };
      return { kind: 'refused', code: verifyFailure(response) };
    },
  };
}
