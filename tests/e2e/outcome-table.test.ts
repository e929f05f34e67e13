import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../e2e/support/networks/combination.ts';
import { writeOutcomes } from '../../e2e/support/networks/outcome-table.ts';

test('two workers that store the results of tests on bad networks at the same time never read a half-written file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-outcomes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outcome: Outcome = {
    condition: 'DNS that fails',
    state: 'browse',
    hasWorker: true,
    shown: 'You are offline. '.repeat(10_000),
    delivered: [],
    added: {},
    faults: [],
  };
  const work = async (name: string) => {
    for (let round = 0; round < 20; round += 1) await writeOutcomes(folder, name, [outcome]);
  };
  await Promise.all([work('browse'), work('pay')]);
  expect(await readFile(join(folder, 'bad-networks.md'), 'utf8')).toMatch(/^2 combinations, 0 with faults\n/);
  expect((await readdir(join(folder, 'bad-networks'))).toSorted()).toEqual(['browse.json', 'pay.json']);
});
