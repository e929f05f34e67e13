import { type PathEvent, type PathFile, pathFormat, pathVersion } from '../../contract/path-file.ts';
import { chartHash } from './chart-hash.ts';
import type { Flow } from './flows.ts';
import { fixturesOf } from './path-events.ts';
import type { Edge, PathGraph, Start } from './path-graph.ts';

/** A way through the graph, from one of its starts. */
export type Walk = { start: Start; edges: readonly Edge[] };

/** Converts a way to a path file for the current chart of its machine. */
export function toPathFile({ machine }: Flow, { start, edges }: Walk, title: string): PathFile {
  const events: PathEvent[] = edges.map(({ event }) => event);
  return {
    format: pathFormat,
    version: pathVersion,
    machine: machine.id,
    chart: chartHash(machine),
    title,
    fixtures: fixturesOf(start.input, events),
    input: start.input,
    start: { state: start.state },
    steps: edges.map(({ event, state }) => ({ event, expect: { state } })),
  };
}

/** For each state in which the machine can stay, the shortest way from a start. */
export function shortestWalks({ starts, edges }: PathGraph): Walk[] {
  const walks = new Map<string, Walk>();
  const seen = new Set<string>();
  const queue: (Walk & { key: string; state: string })[] = starts.map((start) => ({ ...start, start, edges: [] }));
  for (const walk of queue) {
    if (seen.has(walk.key)) continue;
    seen.add(walk.key);
    if (!walks.has(walk.state)) walks.set(walk.state, { start: walk.start, edges: walk.edges });
    for (const edge of edges.get(walk.key) ?? [])
      queue.push({ start: walk.start, edges: [...walk.edges, edge], key: edge.to, state: edge.state });
  }
  return [...walks.values()];
}

/** Ways that visit no state twice and differ in their states or events, at most `maxWalks` of them. */
export function simpleWalks({ starts, edges }: PathGraph, maxWalks: number): Walk[] {
  const walks = new Map<string, Walk>();
  const extend = (start: Start, way: readonly Edge[], visited: ReadonlySet<string>, key: string): void => {
    if (walks.size >= maxWalks || walks.has(key)) return;
    if (way.length > 0) walks.set(key, { start, edges: way });
    for (const edge of edges.get(way.at(-1)?.to ?? start.key) ?? []) {
      if (visited.has(edge.state)) continue;
      const nextKey = `${key} > ${edge.event.type} ${edge.event.outcome ?? ''} ${edge.state}`;
      extend(start, [...way, edge], new Set([...visited, edge.state]), nextKey);
    }
  };
  for (const start of starts) extend(start, [], new Set([start.state]), start.state);
  return [...walks.values()];
}
