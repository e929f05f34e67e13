import { describe, expect, it } from 'vitest';
import { readPathFile } from '../../../contract/read-path-file.ts';
import { allTransitions, restingStates, transitionName } from '../../../machines/paths/chart.ts';
import { coveringWalks } from '../../../machines/paths/covering.ts';
import { flows } from '../../../machines/paths/flows.ts';
import { pathOfWalk, shortestWalks, simpleWalks, type Walk } from '../../../machines/paths/generate.ts';
import { graphOf } from '../../../machines/paths/path-graph.ts';
import { PathRun } from '../../../machines/paths/path-run.ts';
import { replayOn } from '../../../machines/paths/replay-path.ts';

const statesOfWalk = ({ start, edges }: Walk) => [start.state, ...edges.map(({ state }) => state)];

describe.each(flows.map((flow) => ({ ...flow, id: flow.machine.id })))('$id', (flow) => {
  const graph = graphOf(flow);
  const covering = coveringWalks(graph, 30);

  it('has covering paths that take every transition and rest in every state', async () => {
    const transitions = new Set<string>();
    const states = new Set<string>();
    for (const walk of covering) {
      const replay = await replayOn(flow, pathOfWalk(flow, walk, 'covering'));
      expect(replay.difference?.words).toBeUndefined();
      for (const name of replay.transitions) transitions.add(name);
      for (const state of replay.states) states.add(state);
    }
    expect(
      allTransitions(flow.machine)
        .map(transitionName)
        .filter((name) => !transitions.has(name)),
    ).toEqual([]);
    expect(restingStates(flow.machine).filter((state) => !states.has(state))).toEqual([]);
  });

  it('has a shortest path to every state, and none to one is longer than another that comes there', () => {
    const shortest = shortestWalks(graph);
    const reached = new Map(shortest.map((walk) => [statesOfWalk(walk).at(-1), walk.edges.length]));
    expect([...reached.keys()].sort()).toEqual(restingStates(flow.machine).sort());
    for (const walk of covering)
      for (const [at, state] of statesOfWalk(walk).entries()) expect(reached.get(state), state).toBeLessThanOrEqual(at);
  });

  it('has simple paths that come to no state twice, each once', () => {
    const simple = simpleWalks(graph, 1000);
    expect(simple.length).toBeGreaterThan(0);
    for (const walk of simple) {
      const states = statesOfWalk(walk);
      expect(new Set(states).size, states.join(' > ')).toBe(states.length);
    }
    const told = simple.map(({ start, edges }) => JSON.stringify([start.state, edges.map((e) => [e.event, e.state])]));
    expect(new Set(told).size).toBe(told.length);
  });

  it('writes paths that read back as they were, without a number, an address or a name', () => {
    for (const walk of [...covering, ...shortestWalks(graph)]) {
      const path = pathOfWalk(flow, walk, 'covering');
      const text = JSON.stringify(path);
      expect(readPathFile(text)).toEqual({ file: path, trouble: null });
      expect(JSON.stringify(path.steps)).not.toMatch(/@|\d{3}|Asha|Landfall#/);
    }
  });

  it('is the same on its own actor as in the graph, context included', { timeout: 120_000 }, async () => {
    const walks = process.env.SOAK ? simpleWalks(graph, 1000) : shortestWalks(graph);
    for (const { start, edges } of [...covering, ...walks]) {
      const run = new PathRun(flow, start.input);
      for (const edge of edges) {
        await run.send(edge.event);
        const { value, context } = run.snapshot;
        expect(JSON.stringify([value, context]), edge.event.type).toBe(edge.to);
      }
      run.stop();
    }
  });
});
