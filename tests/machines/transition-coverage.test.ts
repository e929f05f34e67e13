import { describe, expect, it } from 'vitest';
import { alphabets } from './alphabets.ts';
import { allTransitions, loadFlows, transitionName } from './chart.ts';
import { pathsOf, samplePaths } from './paths.ts';
import { replay } from './replay.ts';

const flows = await loadFlows();

describe.each(flows)('$name', ({ machine }) => {
  it('takes every transition, and its actor goes where its chart says', {
    timeout: process.env.SOAK ? 300_000 : 60_000,
  }, async () => {
    const alphabet = alphabets[machine.id];
    expect(alphabet, `an alphabet for ${machine.id}`).toBeDefined();
    const possible = alphabet ? pathsOf(machine, alphabet) : [];
    const paths = process.env.SOAK ? possible : samplePaths(possible);
    const taken = new Set<string>();
    for (const path of paths) {
      const run = await replay(machine, path.input, path.events);
      const told = path.events.map((event) => event.type).join(', ');
      expect({ value: run.snapshot.value, context: run.snapshot.context }, told).toEqual({
        value: path.value,
        context: path.context,
      });
      for (const name of run.taken) taken.add(name);
    }
    const all = allTransitions(machine).map(transitionName);
    const missed = all.filter((name) => !taken.has(name));
    console.info(
      `${machine.id}: ${all.length - missed.length} of ${all.length} transitions in ${paths.length} of ${possible.length} paths`,
    );
    expect(missed).toEqual([]);
  });
});
