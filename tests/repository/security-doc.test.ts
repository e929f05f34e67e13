import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './source-files.ts';

/**
 * Sections of OWASP ASVS 5.0.0 with the number of their requirements of levels 1 and 2, which come first in each
 * section.
 */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};
const required = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

const statuses = ['met', 'partly', 'not met', 'n/a'] as const;
type Status = (typeof statuses)[number];
type Entry = { requirements: string[]; status: string; how: string };

/** The requirements that a cell names: `1.2.4`, or `1.2.6 to 1.2.8`. */
function readRange(cell: string): string[] {
  const [first = '', last = first] = cell.split(' to ');
  const section = first.slice(0, first.lastIndexOf('.'));
  const [from, to] = [first, last].map((number) => Number(number.slice(number.lastIndexOf('.') + 1)));
  return Array.from({ length: (to ?? 0) - (from ?? 0) + 1 }, (_, index) => `${section}.${(from ?? 0) + index}`);
}

const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const entries = text.split('\n').flatMap((line): Entry[] => {
  const [, range = '', status = '', how = ''] = line.split('|').map((cell) => cell.trim());
  return /^\d+\.\d+\.\d+( to \d+\.\d+\.\d+)?$/.test(range) ? [{ requirements: readRange(range), status, how }] : [];
});
const countOf = (status: Status) =>
  entries.filter((entry) => entry.status === status).flatMap(({ requirements }) => requirements).length;

describe('docs/security.md', () => {
  it('the OWASP ASVS table in docs/security.md names every requirement of levels 1 and 2 once, in order', () => {
    expect(required).toHaveLength(253);
    expect(entries.flatMap(({ requirements }) => requirements)).toEqual(required);
  });

  it('every row of the OWASP ASVS table in docs/security.md has a known status and an explanation', () => {
    expect(entries.filter(({ status }) => !statuses.includes(status as Status))).toEqual([]);
    expect(entries.filter(({ how }) => how === '')).toEqual([]);
  });

  it('the summary of the OWASP ASVS table in docs/security.md states the same numbers as the table', () => {
    const [met, partly, notMet, none] = statuses.map(countOf);
    expect(text).toContain(`**${met} met, ${partly} partly met, ${notMet} not met, ${none} not applicable**`);
  });

  it('the threat model in docs/security.md has at most 60 lines and 600 words', () => {
    const [, model = ''] = /## Threat model\n([\s\S]*?)\n## /.exec(text) ?? [];
    expect(model.split('\n').length).toBeLessThanOrEqual(60);
    expect(model.split(/\s+/).length).toBeLessThanOrEqual(600);
  });

  it('every file that docs/security.md names exists', () => {
    const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+)`/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
