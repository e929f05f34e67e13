import { Msg91Server, msg91AuthKey } from '../../tests/support/msg91-server.ts';
import { CodeScreen } from '../support/screens/code-screen.ts';
import { SignIn } from '../support/screens/sign-in.ts';
import { serveMsg91Script } from '../support/site/msg91-script.ts';
import { readCode } from '../support/site/sandbox-outbox.ts';
import { startSite } from '../support/site/site-server.ts';
import { asha } from '../support/site/students.ts';
import { expect, test } from '../support/test.ts';

test('reloading the screen for a one-time code sends no second code and continues the countdown to resending', async ({
  account,
  page,
}) => {
  await page.goto(`/login?identifier=${account.indos}`);
  const code = new CodeScreen(page);
  const shown = `********${account.mobile.slice(-4)}`;
  await code.choosesCodeBy('WhatsApp');
  await code.asksForCode(shown);
  const sent = await readCode(page, `91${account.mobile}`);
  await expect.poll(() => code.countdown()).toBeLessThan(29);
  await page.reload();
  await code.asksForCode(shown);
  expect(await code.countdown()).toBeLessThan(29);
  expect(await readCode(page, `91${account.mobile}`)).toBe(sent);
  await code.types(sent === '000000' ? '111111' : '000000');
  await code.says('Incorrect OTP');
  await code.types(sent);
  await code.seesDestinationDialog();
  await page.reload();
  // The URL still contains the student's INDOS number, so the page looks the account up again. It must not show the
  // screen for the first code again.
  await expect(page.getByRole('heading', { name: 'How would you like to sign in?' })).toBeVisible();
});

test('if the script of the code provider MSG91 fails to load once and then shows a captcha, a student can still sign in by a code', async ({
  page,
  watch,
}) => {
  watch.expects(/net::ERR_FAILED/);
  const token = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(30)}`;
  const msg91 = new Msg91Server();
  msg91.tokens.set(token, `91${asha.mobile}`);
  const settings = { OTP_PROVIDER: 'msg91', MSG91_WIDGET_ID: 'widget-1', MSG91_TOKEN: 'page-token' };
  const site = await startSite({ ...settings, MSG91_AUTH_KEY: msg91AuthKey, MSG91_URL: await msg91.start() });
  try {
    await serveMsg91Script(page, token, 1);
    await page.goto(`${site.url}/login`);
    await new SignIn(page).identifiesAs(asha.indos);
    const code = new CodeScreen(page);
    await code.choosesCodeBy('WhatsApp');
    await code.says('Failed to load OTP provider');
    await code.triesAgain();
    await code.says('Unable to send OTP');
    await page.getByRole('button', { name: 'I am a person' }).click();
    await code.triesAgain();
    await code.asksForCode('********0001');
    await code.types('482913');
    await code.seesDestinationDialog();
    expect(msg91.asked).toHaveLength(1);
    expect(await page.locator('body').textContent()).not.toContain(token);
  } finally {
    await page.close();
    await site.dispose();
    msg91.stop();
  }
});
