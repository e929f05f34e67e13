import { fuzzedAddresses, openByRouter } from '../support/browser/fuzzed-search.ts';
import { isSoak } from '../support/sample.ts';
import { StaffConsole } from '../support/screens/staff-console.ts';
import { expect, test } from '../support/test.ts';

// The demo's administrator can use each authenticator code only once per site, so this file needs a site of its own.
test.use({ academy: 'console-search' });

test('whatever the query string of a URL is, the console shows the page, not the message that it could not be loaded', {
  tag: '@desktop',
}, async ({ page, watch }) => {
  test.setTimeout(isSoak ? 900_000 : 180_000);
  await StaffConsole.signsIn(page, 'administrator', watch);
  // Expect failed calls: the addresses include orders, students and batches that do not exist, and an invalid
  // invitation.
  watch.expects(/status of (404|400|409|410)/);
  const addresses = await fuzzedAddresses(page, (path) => path.replaceAll(/\$\w+/g, 'x-1'));
  const faults: string[] = [];
  for (const address of addresses) {
    const { heading, text } = await openByRouter(page, address);
    const isRecord = address.includes('x-1');
    if (!heading || /could not be loaded/.test(isRecord ? heading : text)) faults.push(`'${heading}' at ${address}`);
  }
  expect(addresses.length).toBeGreaterThan(60);
  expect(faults).toEqual([]);
});
