import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HtmlDocument } from '../../../server/html/document.ts';

const source = readFileSync(new URL('../../../src/shell.html', import.meta.url), 'utf8');
// As a build leaves it: the start's scripts, what they need, and one style sheet in the head.
const built = source.replace('    <script type="module" src="/src/main.tsx"></script>\n', '').replace(
  '<!--head-->',
  `<!--head-->
    <script type="module" crossorigin src="/assets/start.js"></script><link rel="modulepreload" crossorigin href="/assets/shell.js">
    <link rel="modulepreload" crossorigin href="/assets/react.js">
    <link rel="stylesheet" crossorigin href="/assets/shell.css">`,
);
const split = '?tsr-split=component';
const styles = { 'shell.css': '.shell{top:0}', 'list.css': '.list{top:1px}', 'shared.css': '.shared{top:2px}' };
const html = new HtmlDocument({
  shell: built,
  scheme: 'chooseScheme()',
  styles: new Map(Object.entries(styles).map(([name, text]) => [`/assets/${name}`, text])),
  manifest: {
    'src/shell.html': { file: 'assets/shell.js', isEntry: true, css: ['assets/shell.css'] },
    [`src/routes/courses-list.tsx${split}`]: {
      file: 'assets/courses-list.js',
      imports: ['_shared.js', 'src/shell.html'],
      css: ['assets/list.css'],
    },
    [`src/routes/login.tsx${split}`]: { file: 'assets/login.js', imports: ['_shared.js', 'src/shell.html'] },
    '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
  },
});
const page = html.compose(
  {
    status: 200,
    location: null,
    head: '<title>All courses</title>',
    app: '<main>$& courses</main>',
    state: '<script nonce="once">state()</script>',
    routeIds: ['__root__', '/courses-list'],
  },
  'once',
);
const shell = html.shellFor('/login', 'once');

/** Each text's place; an absent one fails by name. */
function expectInOrder(text: string, parts: string[]) {
  const places = parts.map((part) => text.indexOf(part));
  expect(parts.filter((_, at) => places[at] === -1)).toEqual([]);
  expect(parts.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))).toEqual(parts);
}

describe('a rendered page', () => {
  it('names itself and is styled before its words, and asks for scripts after them', () => {
    expectInOrder(page, [
      'charset="utf-8"',
      'chooseScheme()',
      '<title>',
      '.shell{top:0}',
      '.list{top:1px}',
      '</head>',
      '<div id="root"><main>',
      'state()',
      'href="/assets/courses-list.js"',
      'src="/assets/start.js"',
      '</body>',
    ]);
  });

  it('carries every style that its parts need, once and inline, and tells the parts that it is there', () => {
    for (const [name, text] of Object.entries(styles)) {
      expect(page.split(text)).toHaveLength(2);
      expect(page).toContain(`<link rel="stylesheet" href="/assets/${name}" disabled>`);
    }
    expect(page).not.toContain('rel="stylesheet" crossorigin');
  });

  it('runs no inline script without its nonce', () => {
    const inline = page.match(/<script(?![^>]*src=)[^>]*>/g) ?? [];
    expect(inline).toEqual(['<script nonce="once">', '<script nonce="once">']);
  });

  it('takes its words as they are and has no picture of waiting', () => {
    expect(page).toContain('<main>$& courses</main>');
    expect(page).not.toMatch(/waiting|is loading/);
  });
});

describe('the shell as a first answer', () => {
  it('shows its picture, styled at once, while the scripts of its page are on their way', () => {
    expectInOrder(shell, [
      'chooseScheme()',
      '.shell{top:0}',
      '.shared{top:2px}',
      'src="/assets/start.js"',
      'href="/assets/login.js"',
      '</head>',
      '<div id="root"><!--app--></div>',
      'id="waiting"',
    ]);
    expect(shell).not.toContain('rel="stylesheet" crossorigin');
    expect(shell).toContain('<link rel="stylesheet" href="/assets/shared.css" disabled>');
  });

  it('asks once for what the start has already', () => {
    expect(shell.match(/href="\/assets\/shell\.js"/g)).toHaveLength(1);
    expect(shell).not.toContain('list');
  });
});

describe('the picture in the shell', () => {
  const picture = /<!--waiting-->([\s\S]*)<!--\/waiting-->/.exec(source)?.[1] ?? '';

  it('says in words that the page loads and keeps its bones from those who listen', () => {
    const words = picture.replace(/<div aria-hidden="true">[\s\S]*/, '');
    expect(words).toContain('<p role="status" class="visually-hidden">The page is loading</p>');
    expect(picture).toMatch(/<div aria-hidden="true" inert>\s*<div class="waiting-header">/);
    expect(picture).not.toMatch(/<(a|button|h1)\b/);
  });

  it('is drawn without inline script or style, which the worker’s policy forbids', () => {
    expect(source).not.toMatch(/<style|\sstyle=|<script>|\son\w+=/);
  });

  it('stays small', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(2500);
  });
});
