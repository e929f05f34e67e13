import { type PathEvent, type PathFile, pathFormat, pathVersion } from '../../contract/path-file.ts';
import { chartMark } from './chart-mark.ts';
import type { Flow } from './flows.ts';
import { fixturesOf } from './path-events.ts';
import type { Edge, PathGraph, Start } from './path-graph.ts';

/** A way through the graph from one of its beginnings. */
export type Walk = { start: Start; edges: readonly Edge[] };

/** The way as a path file, for its machine's chart as it is now. */
export function pathOfWalk({ machine }: Flow, { start, edges }: Walk, title: string): PathFile {
  const events: PathEvent[] = edges.map(({ event }) => event);
  return {
    format: pathFormat,
    version: pathVersion,
    machine: machine.id,
    chart: chartMark(machine),
    title,
    fixtures: fixturesOf(start.input, events),
    input: start.input,
    start: { state: start.state },
    steps: edges.map(({ event, state }) => ({ event, expect: { state } })),
  };
}

/** The shortest way from a beginning to every state that the machine can rest in. */
export function shortestWalks({ starts, edges }: PathGraph): Walk[] {
  const walks = new Map<string, Walk>();
  const seen = new Set<string>();
  const open: (Walk & { key: string; state: string })[] = starts.map((start) => ({ ...start, start, edges: [] }));
  for (const walk of open) {
    if (seen.has(walk.key)) continue;
    seen.add(walk.key);
    if (!walks.has(walk.state)) walks.set(walk.state, { start: walk.start, edges: walk.edges });
    for (const edge of edges.get(walk.key) ?? [])
      open.push({ start: walk.start, edges: [...walk.edges, edge], key: edge.to, state: edge.state });
  }
  return [...walks.values()];
}

/** Ways that come to no state twice, each told apart by its states and events; at most so many. */
export function simpleWalks({ starts, edges }: PathGraph, most: number): Walk[] {
  const walks = new Map<string, Walk>();
  const goOn = (start: Start, way: readonly Edge[], visited: ReadonlySet<string>, told: string): void => {
    if (walks.size >= most || walks.has(told)) return;
    if (way.length > 0) walks.set(told, { start, edges: way });
    for (const edge of edges.get(way.at(-1)?.to ?? start.key) ?? []) {
      if (visited.has(edge.state)) continue;
      const next = `${told} > ${edge.event.type} ${edge.event.outcome ?? ''} ${edge.state}`;
      goOn(start, [...way, edge], new Set([...visited, edge.state]), next);
    }
  };
  for (const start of starts) goOn(start, [], new Set([start.state]), start.state);
  return [...walks.values()];
}
