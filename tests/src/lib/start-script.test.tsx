import { afterEach, expect, it } from 'vitest';
import { readStartScript } from '../../../src/lib/start-script.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const start = '/assets/start-1a2b3c4d.js';

it.each([
  [
    'of a page from the server, which contains the script',
    `<script type="module" data-src="${start}">a()</script>`,
    start,
  ],
  ['of the saved shell, which loads the script', `<script type="module" src="${start}"></script>`, start],
  ['of a page in development is unknown', '<script type="module" src="/src/main.tsx"></script>', undefined],
  ['of a page without scripts is unknown', '<script>a()</script>', undefined],
])(
  'readStartScript reads the path of the first script from a page’s HTML, if there is one: the path %s',
  (_, html, expected) => {
    document.body.innerHTML = html;
    expect(readStartScript(document)).toBe(expected);
  },
);
