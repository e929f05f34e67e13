import { describe, expect, it } from 'vitest';
import { isSoak, sampleOf, seed } from '../../../e2e/support/sample.ts';
import { allTransitions, isForbidding, restingStates, transitionName } from '../../../lab/chart/chart.ts';
import { flows } from '../../../lab/flows.ts';
import { readPathFile } from '../../../lab/path-file.ts';
import {
  coveringWalks,
  screenWays,
  shortestWalks,
  simpleWalks,
  toPathFile,
  type Walk,
} from '../../../lab/paths/generate-paths.ts';
import { graphOf } from '../../../lab/paths/path-graph.ts';
import { PathRun } from '../../../lab/paths/path-run.ts';
import { replayOn } from '../../../lab/paths/replay-path.ts';
import { findImpossibleStep } from '../../../lab/paths/screen-steps.ts';

/**
 * The number of generated paths per machine that are repeated on a running machine; `npm run soak` repeats all of them.
 */
const sampledWalks = 10;

const statesOfWalk = ({ start, edges }: Walk) => [start.state, ...edges.map(({ state }) => state)];

describe.each(flows.map((flow) => ({ ...flow, id: flow.machine.id })))('$id', (flow) => {
  const ways = screenWays(flow, graphOf(flow));
  const covering = coveringWalks(ways, 24);

  it('the generated “covering” paths of a state machine take every transition that a screen can cause, and visit every state', async () => {
    const transitions = new Set<string>();
    const states = new Set<string>();
    for (const walk of covering) {
      const replay = await replayOn(flow, toPathFile(flow, walk, 'covering'));
      expect(replay.difference?.message).toBeUndefined();
      for (const name of replay.transitions) transitions.add(name);
      for (const state of replay.states) states.add(state);
    }
    expect(
      allTransitions(flow.machine)
        // Leave out forbidden events, because no screen offers them.
        .filter((transition) => !isForbidding(transition))
        .map(transitionName)
        .filter((name) => !transitions.has(name)),
    ).toEqual([]);
    expect(restingStates(flow.machine).filter((state) => !states.has(state))).toEqual([]);
  });

  it('the generated “shortest” paths of a state machine reach every state, each in no more steps than any “covering” path', () => {
    const shortest = shortestWalks(ways);
    const reached = new Map(shortest.map((walk) => [statesOfWalk(walk).at(-1), walk.edges.length]));
    expect([...reached.keys()].sort()).toEqual(restingStates(flow.machine).sort());
    for (const walk of covering)
      for (const [at, state] of statesOfWalk(walk).entries()) expect(reached.get(state), state).toBeLessThanOrEqual(at);
  });

  it('the generated “simple” paths of a state machine are all different, and none visits a state twice', () => {
    const simple = simpleWalks(ways, 1000);
    expect(simple.length).toBeGreaterThan(0);
    for (const walk of simple) {
      const states = statesOfWalk(walk);
      expect(new Set(states).size, states.join(' > ')).toBe(states.length);
    }
    const described = simple.map(({ start, edges }) =>
      JSON.stringify([start.state, edges.map((e) => [e.event, e.state])]),
    );
    expect(new Set(described).size).toBe(described.length);
  });

  it('a generated path file is unchanged after writing and reading, and contains no phone number, email address, name or password', () => {
    for (const walk of [...covering, ...shortestWalks(ways)]) {
      const path = toPathFile(flow, walk, 'covering');
      const text = JSON.stringify(path);
      expect(readPathFile(text)).toEqual({ file: path, trouble: null });
      expect(JSON.stringify(path.steps)).not.toMatch(/@|\d{3}|Asha|Landfall#/);
    }
  });

  it('a generated path of a state machine has only steps that a screen can cause', { timeout: 120_000 }, async () => {
    const walks = [covering, shortestWalks(ways), simpleWalks(ways, 1000)];
    for (const walk of walks.flatMap((each) => sampleOf(each, sampledWalks))) {
      const path = toPathFile(flow, walk, 'generated');
      expect(await findImpossibleStep(flow, path), `SEED=${seed}, ${JSON.stringify(path.steps)}`).toBeNull();
    }
  });

  it('a running state machine reaches the same states and context as the graph from which paths are generated', {
    timeout: 120_000,
  }, async () => {
    const further = isSoak ? simpleWalks(ways, 1000) : shortestWalks(ways);
    const walks = sampleOf([...covering, ...further], sampledWalks);
    for (const [at, { start, edges }] of walks.entries()) {
      const run = new PathRun(flow, start.input);
      for (const edge of edges) {
        await run.send(edge.event);
        const { value, context } = run.snapshot;
        expect(JSON.stringify([value, context]), `walk ${at}, ${edge.event.type}, SEED=${seed}`).toBe(edge.to);
      }
      run.stop();
    }
  });
});
