import { Msg91Server, msg91AuthKey } from '../tests/support/msg91-server.ts';
import { readCode } from './support/code-outbox.ts';
import { CodeScreen } from './support/code-screen.ts';
import { serveMsg91Script } from './support/msg91-script.ts';
import { SignIn } from './support/sign-in.ts';
import { startSite } from './support/site-server.ts';
import { asha, dev } from './support/students.ts';
import { expect, test } from './support/voyage.ts';

test('a reload while a code is out sends no other and keeps the countdown', async ({ page }) => {
  await page.goto(`/login?identifier=${dev.indos}`);
  const code = new CodeScreen(page);
  await code.isReachedBy('WhatsApp');
  await code.awaitsCode('********0002');
  const sent = await readCode(page, `91${dev.mobile}`);
  await expect.poll(() => code.countdown()).toBeLessThan(29);
  await page.reload();
  await code.awaitsCode('********0002');
  expect(await code.countdown()).toBeLessThan(29);
  expect(await readCode(page, `91${dev.mobile}`)).toBe(sent);
  await code.types('000000' === sent ? '111111' : '000000');
  await code.says('Incorrect OTP');
  await code.types(sent);
  await code.isAskedWhereToGo();
  await page.reload();
  // The identifier is in the address; nothing is left of the code.
  await expect(page.getByRole('heading', { name: 'How would you like to sign in?' })).toBeVisible();
});

test('a student signs in by the code of MSG91, whose script fails first and which asks for a captcha', async ({
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
    await code.isReachedBy('WhatsApp');
    await code.says('Failed to load OTP provider');
    await code.triesAgain();
    await code.says('Unable to send OTP');
    await page.getByRole('button', { name: 'I am a person' }).click();
    await code.triesAgain();
    await code.awaitsCode('********0001');
    await code.types('482913');
    await code.isAskedWhereToGo();
    expect(msg91.asked).toHaveLength(1);
    expect(await page.locator('body').textContent()).not.toContain(token);
  } finally {
    await page.close();
    await site.dispose();
    msg91.stop();
  }
});
