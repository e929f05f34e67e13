import { readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { filesIn, readSource, root, sourceFiles } from './source-files.ts';

const documents = ['README.md', 'CHANGELOG.md', ...filesIn('docs', /\.md$/)];
const codeBlock = /^```[\s\S]*?^```/gm;

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** The anchors of each document's sections, by its path. */
const sections = new Map(
  documents.map((file) => {
    const headings = readSource(file)
      .replaceAll(codeBlock, '')
      .matchAll(/^#+ (.+)$/gm);
    return [file, new Set([...headings].map(([, heading = '']) => anchorOf(heading)))];
  }),
);
/** The titles of the decision records, by their numbers. */
const titles = new Map(
  readdirSync(join(root, 'docs/decisions'))
    .filter((file) => /^\d{4}-/.test(file))
    .map((file) => {
      const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(readSource(`docs/decisions/${file}`)) ?? [];
      return [number, title];
    }),
);

/** Whether a document exists and, if `anchor` is given, has this section. */
const exists = (file: string, anchor: string | undefined) =>
  sections.has(file) && (anchor === undefined || sections.get(file)?.has(anchor) === true);

/** The documents, sections and decisions that a source text names but that do not exist, and decisions without title. */
function wrongCitations(source: string): string[] {
  // Joins the lines of a comment, because a title may continue on the next line.
  const text = source.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|--|#)?\s*/g, ' ');
  const places = [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:#([\w-]+))?/g)];
  const decisions = [...text.matchAll(/\bdecision (\d+)(?:, ["“]([^"”]*)["”])?/gi)];
  return [
    ...places.filter(([, file = '', anchor]) => !exists(file, anchor)),
    ...decisions.filter(([, number = '', title]) => title === undefined || titles.get(number) !== title),
  ].map(([cited]) => cited);
}

it('the code names only document sections and decisions that exist, and quotes each decision with its title', () => {
  const files = [
    ...sourceFiles(),
    ...filesIn('tests', /\.tsx?$/).filter((file) => file !== 'tests/repository/cited-docs.test.ts'),
    ...['src', 'server', 'setup', 'deploy'].flatMap((folder) => filesIn(folder, /\.(css|sql|mjs|conf|service)$/)),
    ...['playwright.config.ts', 'vite.config.ts', 'vitest.config.ts'],
  ];
  expect(files.length).toBeGreaterThan(2000);
  const wrong = files.flatMap((file) => wrongCitations(readSource(file)).map((cited) => `${file}: ${cited}`));
  expect(wrong).toEqual([]);
});

it('the check of citations in code finds a wrong document, a wrong section, and a decision with a wrong number, a wrong title or no title', () => {
  const sources = [
    '// See docs/products.md.',
    '/** One line (docs/product.md#sing-in). */',
    '-- (decision 9999, "Declare mutations as options")',
    '# decision 98',
    '/**\n * Two lines (decision 98, "Declare mutations as\n * options").\n */',
  ];
  expect(sources.map((source) => wrongCitations(source).length)).toEqual([1, 1, 1, 1, 1]);
  const right = [
    '/** See docs/product.md#sign-in and docs/decisions/README.md. */',
    '/**\n * (decision 98, “Declare mutations as options\n * and invalidate in one place”)\n */',
  ];
  expect(right.flatMap(wrongCitations)).toEqual([]);
});

it('every link in the documentation to a section of a document leads to a section that exists', () => {
  const wrong = documents.flatMap((file) =>
    [
      ...readSource(file)
        .replaceAll(codeBlock, '')
        .matchAll(/\]\(((?!https?:)[^)#\s]*\.md)?#([^)\s]+)\)/g),
    ]
      .filter(([, path, anchor]) => !exists(path ? normalize(join(dirname(file), path)) : file, anchor))
      .map(([link]) => `${file}: ${link}`),
  );
  expect(wrong).toEqual([]);
});
