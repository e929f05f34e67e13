import { expect, it, onTestFinished, vi } from 'vitest';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';
import { renderShell } from '../../../src/app/entry-server.tsx';
import { brand } from '../catalogue/academy.ts';

const send = async () => {
  const data = { brand: { ...brand, name: 'Rope & <Anchor>', short_name: 'Rope & Co' }, items: [] };
  return new Response(JSON.stringify({ statusCode: 200, data }), { headers: { [markerHeader]: apiVersion } });
};
const site = 'https://academy.example';

it('the head of an app shell page has the page’s title, noindex and the academy’s name with HTML escaped', async () => {
  expect(await renderShell(`${site}/profile?tab=courses`, send)).toEqual({
    head:
      '<title data-shell>Profile | Rope &amp; &lt;Anchor></title><meta data-shell name="robots" content="noindex">' +
      '<meta name="application-name" content="Rope &amp; &lt;Anchor>">',
    shortName: 'Rope &amp; Co',
  });
});

it('an app shell page is titled without the academy’s name while the name cannot be loaded', async () => {
  const { head, shortName } = await renderShell(`${site}/login`, async () =>
    Promise.reject(new TypeError('no server')),
  );
  expect(head).toBe('<title data-shell>Login</title><meta data-shell name="robots" content="noindex">');
  expect(shortName).toBe('');
});

it('the server renders an app shell page after half a second even if the academy’s name has not loaded', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const texts = renderShell(`${site}/cart`, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(500);
  expect((await texts).shortName).toBe('');
});
