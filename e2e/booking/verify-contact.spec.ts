import { CodeScreen } from '../support/screens/code-screen.ts';
import { readCode } from '../support/site/sandbox-outbox.ts';
import { expect, test } from '../support/test.ts';

const course = 'Elementary First Aid (EFA)';

test('a new student verifies a phone number during checkout, in spite of a reload, and pays for the order', async ({
  visitor,
  unverified,
  page,
  watch,
}) => {
  watch.expects(/status of 403/);
  const student = await visitor.signsInByApi(unverified);
  const checkout = await student.startsCheckoutWith(course);
  await checkout.acceptsTerms();
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByRole('region', { name: 'Verify your contact' })).toBeVisible();
  await checkout.findsItAccessible();

  const codes = new CodeScreen(page);
  await codes.choosesCodeBy('WhatsApp');
  const sentTo = `********${unverified.mobile.slice(-4)}`;
  await codes.asksForCode(sentTo);
  await page.reload();
  await codes.asksForCode(sentTo);
  await codes.types(await readCode(page, `91${unverified.mobile}`));
  await checkout.pays();
  await checkout.seesThanks([course]);
});
