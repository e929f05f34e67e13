import { expect, it } from 'vitest';
import { isOfNewerRelease, readRow, rowVersion } from '../../../../src/offline/outbox/row.ts';

const outdated = {
  code: 'OUTDATED',
  message: 'This change was saved by an earlier version of the site and can no longer be sent. Please make it again.',
  isFinal: true,
};

it('an outbox row in an unknown old format keeps its readable fields and asks the student to make the change again', () => {
  const known = { sequence: 7, title: 'Add Fire Fighting', quotedPrice: 4500, createdAt: 1_700_000_000_000 };
  const stored = { key: 'key-1', user: 'asha', ...known, type: 'add' };
  expect(readRow(stored)).toEqual({
    ...{ key: 'key-1', user: 'asha', ...known },
    ...{ schemaVersion: rowVersion, kind: 'unreadable', payload: stored, state: 'needsAttention' },
    ...{ attempts: 0, failures: 0, lastError: outdated },
  });
});

it('an outbox row without a readable title gets the title “A change”', () => {
  const stored = { key: 'key-1', user: null, sequence: 'first', title: 3, quotedPrice: 'much', createdAt: null };
  expect(readRow(stored)).toMatchObject({
    ...{ key: 'key-1', user: null, sequence: 0, title: 'A change', quotedPrice: null, createdAt: 0 },
    ...{ kind: 'unreadable', state: 'needsAttention', lastError: outdated },
  });
});

it.each([
  ['has no key', { user: 'asha' }],
  ['does not say whose it is', { key: 'key-1' }],
  ['is no object', 'a text'],
])('readRow returns null instead of an outbox row for a stored value that %s', (_, stored) => {
  expect(readRow(stored)).toBeNull();
});

it.each([
  [rowVersion, false],
  [rowVersion + 1, true],
  ['unknown', false],
])(
  'whether an outbox row with the schema version %j counts as stored by a newer release: %s',
  (schemaVersion, isNewer) => {
    expect(isOfNewerRelease({ key: 'key-1', schemaVersion })).toBe(isNewer);
  },
);
