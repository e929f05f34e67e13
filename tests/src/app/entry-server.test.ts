import { expect, it, onTestFinished, vi } from 'vitest';
import { apiVersion, markerHeader } from '../../../contract/headers.ts';
import { renderShell } from '../../../src/app/entry-server.tsx';
import { brand } from '../catalogue/academy.ts';

const send = async () => {
  const data = { brand: { ...brand, name: 'Rope & <Anchor>', short_name: 'Rope & Co' }, items: [] };
  return new Response(JSON.stringify({ statusCode: 200, data }), { headers: { [markerHeader]: apiVersion } });
};
const site = 'https://academy.example';

it('the texts of a shell page are its title, noindex and the escaped names of the academy', async () => {
  expect(await renderShell(`${site}/profile?tab=courses`, send)).toEqual({
    head:
      '<title data-shell>Profile | Rope &amp; &lt;Anchor></title><meta data-shell name="robots" content="noindex">' +
      '<meta name="application-name" content="Rope &amp; &lt;Anchor>">',
    shortName: 'Rope &amp; Co',
  });
});

it('a shell page has its title without the academy’s name while the content cannot be read', async () => {
  const { head, shortName } = await renderShell(`${site}/login`, async () =>
    Promise.reject(new TypeError('no server')),
  );
  expect(head).toBe('<title data-shell>Login</title><meta data-shell name="robots" content="noindex">');
  expect(shortName).toBe('');
});

it('a shell page does not wait longer than half a second for the academy’s names', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const texts = renderShell(`${site}/cart`, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(500);
  expect((await texts).shortName).toBe('');
});
