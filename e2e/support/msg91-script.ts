import type { Page } from '@playwright/test';

const scriptAddress = 'https://verify.msg91.com/otp-provider.js';

/** MSG91's script as documented: methods a second after init, a captcha that must be solved, failures through success. */
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

/** Answers the script's address from here; the first `failures` times it does not load. */
export async function serveMsg91Script(page: Page, token: string, failures: number): Promise<void> {
  let left = failures;
  await page.route(scriptAddress, async (route) => {
    left -= 1;
    if (left >= 0) return route.abort('failed');
    await route.fulfill({ contentType: 'text/javascript', body: script(token) });
  });
}
