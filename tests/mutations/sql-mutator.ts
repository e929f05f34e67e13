import type { babel } from '@stryker-mutator/core';

type Replacement = readonly [found: RegExp, becomes: string];

/**
 * Changes that the mutator makes in an SQL text: mistakes that a reviewer easily overlooks. Stryker's own mutators can
 * only empty a whole template literal, which any test detects.
 */
const replacements: readonly Replacement[] = [
  [/\s+for (no key )?update( of \w+)?/g, ' '],
  [/\s+skip locked/g, ' '],
  [/\bgreatest\(/g, 'least('],
  [/\bleast\(/g, 'greatest('],
  [/\band not exists\b/g, 'and exists'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/(?<=\s)and(?=\s)/g, 'or'],
  [/(?<=\s)or(?=\s)/g, 'and'],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)<>(?=\s)/g, '='],
  [/(?<=\s)\+(?=\s)/g, '-'],
  [/(?<=\s)-(?=\s)/g, '+'],
  [/(?<=\bwhere [\w.]+ )=(?=\s)/g, '<>'],
  [/(?<=\band [\w.]+ )=(?=\s)/g, '<>'],
  [/\bdesc\b/g, 'asc'],
  [/\s+limit \d+/g, ' '],
  [/\bdistinct\s/g, ''],
];

/** Yields copies of an SQL text, each with a single replacement in one place. */
function* changes(text: string): Generator<string> {
  for (const [found, becomes] of replacements)
    for (const { index, 0: match } of text.matchAll(found))
      yield text.slice(0, index) + becomes + text.slice(index + match.length);
}

/** A mutator that changes one place in a `sql` template, such as a condition, a lock or a limit. */
export const sqlMutator = {
  name: 'Sql',
  *mutate(path: babel.NodePath) {
    if (!path.isTaggedTemplateExpression()) return;
    const { node } = path;
    if (node.tag.type !== 'Identifier' || node.tag.name !== 'sql') return;
    for (const [position, part] of node.quasi.quasis.entries())
      for (const raw of changes(part.value.raw)) {
        const quasis = node.quasi.quasis.with(position, { ...part, value: { raw, cooked: raw } });
        yield structuredClone({ ...node, quasi: { ...node.quasi, quasis } });
      }
  },
};

const narrowing = ['where', 'whereRef', 'forUpdate', 'forNoKeyUpdate', 'skipLocked', 'limit', 'distinct'];

/**
 * A mutator that leaves one condition, lock or limit out of a Kysely query: `query.where(…).execute()` becomes
 * `query.execute()`.
 */
export const queryMutator = {
  name: 'Query',
  *mutate(path: babel.NodePath) {
    if (!path.isCallExpression()) return;
    const { callee } = path.node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    if (narrowing.includes(callee.property.name)) yield structuredClone(callee.object);
  },
};
