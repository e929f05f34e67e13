import type { Page } from '@playwright/test';

const scriptUrl = 'https://verify.msg91.com/otp-provider.js';

/**
 * A stand-in for the script of MSG91, the provider of one-time codes. It behaves as MSG91 documents: its methods appear
 * a second after initialization, a captcha must be solved, and failures are reported through the success callback.
 */
const script = (token: string) => `
  let solved = false;
  window.initSendOTP = ({ widgetId, tokenAuth, captchaRenderId }) => {
    if (widgetId !== 'widget-1' || tokenAuth !== 'page-token') return;
    const box = document.getElementById(captchaRenderId);
    const solve = document.createElement('button');
    solve.type = 'button';
    solve.textContent = 'I am a person';
    solve.onclick = () => { solved = true; };
    box.append(solve);
    setTimeout(() => Object.assign(window, {
      isCaptchaVerified: () => solved,
      sendOtp: (to, ok) => ok({ type: 'success', message: '3763706e6a6f' }),
      retryOtp: (channel, ok, fail, id) => ok({ type: 'success', message: id }),
      verifyOtp: (code, ok) => ok(code === '482913'
        ? { type: 'success', message: '${token}' }
        : { type: 'error', message: 'invalid otp', code: '705' }),
    }), 1000);
  };`;

/** Serves the stand-in for MSG91's script at the URL of that script. The first `failures` requests are aborted. */
export async function serveMsg91Script(page: Page, token: string, failures: number): Promise<void> {
  let failuresLeft = failures;
  await page.route(scriptUrl, async (route) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) return route.abort('failed');
    await route.fulfill({ contentType: 'text/javascript', body: script(token) });
  });
}
