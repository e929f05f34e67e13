type Answer = Record<string, unknown>;
type Done = (answer: Answer) => void;

/**
 * A fake of MSG91’s widget for one-time codes, as a page sees it. Its methods appear some time after `initSendOTP`. It
 * may show and require a captcha, report failures through the success callback, or never respond.
 */
export class Msg91Widget {
  methodsAppearAfter = 700;
  hasCaptcha = false;
  isSolved = false;
  isSilent = false;
  /**
   * The failure that every call of the widget reports; null if calls succeed. It goes to the failure callback if
   * `failsOpenly` is set, otherwise to the success callback.
   */
  failure: Answer | null = null;
  failsOpenly = false;
  readonly code = '482913';
  readonly requestId = '3763706e6a6f373733323439';
  readonly accessToken = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(30)}`;
  readonly calls: string[][] = [];
  options: Record<string, unknown> | null = null;

  /** The global variables that the widget's script defines when it loads. */
  script(page: Window): Record<string, unknown> {
    return {
      initSendOTP: (options: Record<string, unknown>) => {
        this.options = options;
        if (this.hasCaptcha) this.#drawCaptcha(String(options.captchaRenderId));
        setTimeout(() => Object.assign(page, this.#methods()), this.methodsAppearAfter);
      },
    };
  }

  #drawCaptcha(id: string): void {
    const frame = document.createElement('iframe');
    frame.title = 'captcha';
    document.getElementById(id)?.append(frame);
  }

  #methods(): Record<string, unknown> {
    return {
      isCaptchaVerified: () => this.isSolved,
      sendOtp: (identifier: string, ok: Done, fail: Done) =>
        this.#answer(['sendOtp', identifier], [ok, fail], { type: 'success', message: this.requestId }),
      retryOtp: (channel: string, ok: Done, fail: Done, id: string) =>
        this.#answer(['retryOtp', channel, id], [ok, fail], { type: 'success', message: this.requestId }),
      verifyOtp: (code: string, ok: Done, fail: Done, id: string) =>
        this.#answer(['verifyOtp', code, id], [ok, fail], this.#judge(code)),
    };
  }

  #judge(code: string): Answer {
    return code === this.code
      ? { type: 'success', message: this.accessToken }
      : { type: 'error', message: 'invalid otp', code: '705' };
  }

  #answer(call: string[], [ok, fail]: [Done, Done], answer: Answer): void {
    this.calls.push(call);
    if (this.isSilent) return;
    const tell = this.failure && this.failsOpenly ? fail : ok;
    tell(this.failure ?? answer);
  }
}
