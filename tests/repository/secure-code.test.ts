import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { htmlFields } from '../../server/content/text-kinds.ts';
import { readSource, root, sourceFiles } from './source-files.ts';

const productFiles = sourceFiles().filter((file) => /^(contract|machines|src|sw|server)\//.test(file));
const filesWith = (pattern: RegExp) => productFiles.filter((file) => pattern.test(readSource(file))).toSorted();

it('only the component for sanitised content puts HTML into a page of React', () => {
  expect(filesWith(/dangerouslySetInnerHTML/)).toEqual(['src/content/rich-text.tsx']);
});

it('the component for sanitised content gets only fields whose HTML the server sanitises', () => {
  // `SectionText` passes its HTML on, and `html` of a post is the post's `content`.
  const passedOn = ['src/content/cms/blocks/section-text.tsx', 'src/news/post/post-page.tsx'];
  const pages = productFiles.filter((file) => /^src\/(?!staff\/).*\.tsx$/.test(file) && !passedOn.includes(file));
  const shown = pages.flatMap((file) => readSource(file).match(/<(RichText|SectionText)\b[^/]*/g) ?? []);
  expect(shown.length).toBeGreaterThan(10);
  const fieldOf = (element: string) => /\bhtml=\{(?:\w+\.)*(\w+)(?: \?\? '')?\}/.exec(element)?.[1] ?? element;
  expect(shown.filter((element) => !htmlFields.includes(fieldOf(element)))).toEqual([]);
});

it('only the console’s editor parses HTML by hand, in inert templates', () => {
  const parsing = filesWith(
    /\b(inner|outer)HTML \+?= |insertAdjacentHTML|document\.write|createContextualFragment|HTMLUnsafe/,
  );
  const folder = 'src/staff/content/fields';
  expect(parsing).toEqual([`${folder}/rich-text-html.ts`, `${folder}/rich-text-tables.ts`]);
  const targets = parsing.flatMap((file) => readSource(file).match(/\w+(?=\.(inner|outer)HTML \+?= )/g) ?? []);
  expect(new Set(targets)).toEqual(new Set(['template']));
});

it('the product starts programs only for the embedded PostgreSQL, and never through a shell', () => {
  const outside = filesWith(/from 'node:child_process'/).filter((file) => !file.startsWith('server/db/embedded/'));
  expect(outside).toEqual([]);
  expect(filesWith(/\bshell: (true|process)|\bexecSync\(/)).toEqual([]);
});

it('regular expressions built from text are built from constants of the product only', () => {
  expect(filesWith(/new RegExp\(/)).toEqual([
    'contract/low-data.ts',
    'contract/series.ts',
    'machines/one-time-code.machine.ts',
    'server/auth/session/known-devices.ts',
    'server/files/check/pdf-open-action.ts',
    'src/auth/code/sms-code.ts',
    'src/offline/low-data/content-pictures.ts',
  ]);
});

it('no page listens to messages from other windows, but only to workers and channels of the same origin', () => {
  expect(filesWith(/(?:window|globalThis)\.addEventListener\('message'|\bonmessage = .*window/)).toEqual([]);
  const listeners = filesWith(/addEventListener\(\s*'message'/).flatMap((file) =>
    [...readSource(file).matchAll(/([\w$.?()]*)\.addEventListener\(\s*'message'/g)].map(([, target]) => target),
  );
  expect(new Set(listeners)).toEqual(
    new Set(['self', 'tabs?', 'channel', 'BroadcastChannel(signOutChannel)', 'navigator.serviceWorker?']),
  );
});

it('nginx is configured for TLS 1.2 and 1.3 only', () => {
  const config = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
  expect([...config.matchAll(/ssl_protocols (.*);/g)].map(([, versions]) => versions)).toEqual(['TLSv1.2 TLSv1.3']);
});
