import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HtmlDocument } from '../../../server/html/document.ts';

const source = readFileSync(new URL('../../../src/shell.html', import.meta.url), 'utf8');
// An HTML shell as the build writes it: the entry script, its preloads and one style sheet are in the head.
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
  start: { path: 'assets/start.js', text: 'startInSteps()' },
  sizes: new Map(
    Object.entries({ react: 58, shell: 30, shared: 20, 'courses-list': 8, login: 7 }).map(([name, size]) => [
      `assets/${name}.js`,
      size,
    ]),
  ),
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
const rendered = {
  status: 200,
  location: null,
  head: '<title>All courses</title>',
  app: '<main>$& courses<img src="/media/ship.webp"></main>',
  state: '<script nonce="once">state()</script>',
  routeIds: ['__root__', '/courses-list'],
};
const page = html.compose(rendered, 'once');
const shell = html.shellFor('/login', 'once', { head: '<title>Login | Harbour</title>', shortName: 'Harbour' });

/** Expects that a text contains all parts in this order. The failure names a missing part. */
function expectInOrder(text: string, parts: string[]) {
  const places = parts.map((part) => text.indexOf(part));
  expect(parts.filter((_, at) => places[at] === -1)).toEqual([]);
  expect(parts.toSorted((one, other) => text.indexOf(one) - text.indexOf(other))).toEqual(parts);
}

describe('a rendered page', () => {
  it('a rendered page with a picture that loads at once has its title and styles first, then its content, then the scripts of the app', () => {
    expectInOrder(page, [
      'charset="utf-8"',
      'prefers-reduced-data',
      'chooseScheme()',
      '<title>',
      '.shell{top:0}',
      '.list{top:1px}',
      '</head>',
      '<div id="root"><main>',
      'state()',
      'href="/assets/courses-list.js"',
      'startInSteps()',
      '</body>',
    ]);
  });

  it.each([
    ['without pictures', '<main>No pictures</main>'],
    ['with lazy pictures', '<main><img src="/media/ship.webp" loading="lazy"/></main>'],
  ])(
    'a rendered page that needs no picture at once (%s) has its scripts before its title and styles, so that the scripts load early',
    (_, app) => {
      const words = html.compose({ ...rendered, app }, 'once');
      expectInOrder(words, [
        'href="/assets/courses-list.js"',
        'startInSteps()',
        '<title>',
        '.shell{top:0}',
        '</head>',
        'state()',
      ]);
      expect(words.match(/startInSteps\(\)/g)).toHaveLength(1);
    },
  );

  it('a rendered page inlines each needed style sheet once, and a link keeps Vite from loading the style sheet again', () => {
    for (const [name, text] of Object.entries(styles)) {
      expect(page.split(text)).toHaveLength(2);
      // Vite's preload finds this link and does not load the sheet again.
      expect(page).toContain(`<link rel="stylesheet" href="/assets/${name}" disabled>`);
    }
    expect(page).not.toContain('rel="stylesheet" crossorigin');
  });

  it('a page loads its two largest and four smallest scripts first, and then the other scripts, largest first', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const file = (name: string) => `assets/${name}.js`;
    const links = names.map((name) => `<link rel="modulepreload" href="/${file(name)}">`).join('');
    const sizes = new Map(names.map((name, place) => [file(name), 8 - place]));
    const start = { path: file('start'), text: '' };
    const shell = `<head>${links}<!--head--></head>`;
    const empty = new HtmlDocument({ shell, sizes, start, manifest: {}, styles: new Map(), scheme: '' });
    const words = empty.compose({ ...rendered, app: '' }, 'once');
    const loaded = [...words.matchAll(/modulepreload" crossorigin href="\/assets\/(\w)\.js/g)].map(([, name]) => name);
    expect(loaded).toEqual(['a', 'b', 'h', 'g', 'f', 'e', 'c', 'd']);
  });

  it('every inline script of a rendered page carries the nonce', () => {
    const inline = page.match(/<script(?![^>]* src=)[^>]*>/g) ?? [];
    const start = '<script type="module" nonce="once" data-src="/assets/start.js">';
    expect(inline).toEqual(['<script nonce="once">', '<script nonce="once">', start]);
  });

  it('rendered pages and the empty HTML shell name the start script in data-src instead of loading it with src', () => {
    for (const words of [page, shell]) {
      expect(words).not.toContain(' src="/assets/start.js"');
      expect(words).toContain('data-src="/assets/start.js">startInSteps()</script>');
    }
  });

  it('a rendered page contains its content unchanged and no loading skeleton', () => {
    expect(page).toContain('<main>$& courses<img');
    expect(page).not.toMatch(/waiting|is loading/);
  });
});

describe('the shell as a first response', () => {
  it('the empty HTML shell shows its styled loading skeleton while the scripts of the page load', () => {
    expectInOrder(shell, [
      'chooseScheme()',
      '<title>Login | Harbour</title>',
      '.shell{top:0}',
      '.shared{top:2px}',
      'href="/assets/login.js"',
      'startInSteps()',
      '</head>',
      '<div id="root"><!--app--></div>',
      'id="waiting"',
      '<b>Harbour</b>',
    ]);
    expect(shell).not.toContain('rel="stylesheet" crossorigin');
    expect(shell).toContain('<link rel="stylesheet" href="/assets/shared.css" disabled>');
  });

  it('the empty HTML shell preloads each file of the requested page once and no file of another page', () => {
    expect(shell.match(/href="\/assets\/shell\.js"/g)).toHaveLength(1);
    expect(shell).not.toContain('list');
  });
});

describe('the loading skeleton in the shell', () => {
  const skeleton = /<!--waiting-->([\s\S]*)<!--\/waiting-->/.exec(source)?.[1] ?? '';

  it('the loading skeleton announces to screen readers that the page is loading, and hides its shapes from them', () => {
    const words = skeleton.replace(/<div aria-hidden="true">[\s\S]*/, '');
    expect(words).toContain('<p role="status" class="visually-hidden">The page is loading</p>');
    expect(skeleton).toMatch(/<div aria-hidden="true" inert>\s*<div class="waiting-header">/);
    expect(skeleton).not.toMatch(/<(a|button|h1)\b/);
  });

  it('the source of the HTML shell contains no inline script or style, which the content security policy forbids', () => {
    expect(source).not.toMatch(/<style|\sstyle=|<script>|\son\w+=/);
  });

  it('the source of the HTML shell is smaller than 2,500 bytes', () => {
    expect(Buffer.byteLength(source)).toBeLessThan(2500);
  });
});
