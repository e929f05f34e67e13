import { expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

const comment = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
/**
 * Matches a comparison of a property `code` with an error code, or a `switch` over it. Codes that begin with `ERROR_`
 * do not match: they are those of a `WebAuthnError`, whose type lists them.
 */
const comparison = /\b(\w+)\??\.code\s*[!=]==?\s*['"](?!ERROR_)[A-Z][A-Z_]+['"]|\bswitch \((?:\w+\.)*(\w+)\??\.code\)/g;
/** Variables whose type, `RowFault`, lists the error codes, so that a misspelt code does not compile. */
const typed = ['fault', 'lastError'];

/** The comparisons in a source text that would compile with a misspelt error code. */
function uncheckedComparisons(source: string): string[] {
  return [...source.replaceAll(comment, '').matchAll(comparison)]
    .filter(([, compared, switched]) => !typed.includes(compared ?? switched ?? ''))
    .map(([text]) => text);
}

it('code in src and sw compares the error code of a refused call only with isRefusal, refusalCode or isStaffRefusal', () => {
  const files = sourceFiles().filter((file) => file.startsWith('src/') || file.startsWith('sw/'));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => uncheckedComparisons(readSource(file)).map((text) => `${file}: ${text}`));
  expect(found).toEqual([]);
});

it('the check for compared error codes finds every way to compare the code of an ApiError, and ignores codes of outbox rows', () => {
  const unchecked = [
    "if (error instanceof ApiError && error.code === 'BATCH_FULL') return;",
    "const isGone = invited.error?.code !== 'INVITATION_INVALID';",
    "const isFull = error.failure?.code === 'BATCH_FULL';",
    'switch (error.failure.code) {',
  ];
  for (const line of unchecked) expect(uncheckedComparisons(line), line).toHaveLength(1);
  const checked = [
    "if (isRefusal(error, addToCart, 'BATCH_FULL')) return;",
    "if (row.lastError?.code === 'UNCONFIRMED') return;",
    "// error.code === 'BATCH_FULL'",
    "if (refusal.code === 'userExists') return;",
    "if (error instanceof WebAuthnError && error.code === 'ERROR_CEREMONY_ABORTED') return;",
  ];
  for (const line of checked) expect(uncheckedComparisons(line), line).toEqual([]);
});
