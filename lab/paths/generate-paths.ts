import { chartHash } from '../chart/chart.ts';
import type { Flow } from '../flows.ts';
import { type PathEvent, type PathFile, pathFormat, pathVersion } from '../path-file.ts';
import { fixturesOf } from './path-events.ts';
import { type Edge, graphOf, type PathGraph, type Start } from './path-graph.ts';

/** A sequence of steps through the graph, from one of its starts. */
export type Walk = { start: Start; edges: readonly Edge[] };

/** Converts a walk to a path file, marked with the current structure of its machine. */
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

/** For each state in which the machine can stay, the shortest walk from a start. */
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

/** Walks that visit no state twice and differ in their states or events, at most `maxWalks` of them. */
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

/** What a step covers: the transitions that it takes, and the states whose guards reject its event. */
function coveredBy({ taken, refusedBy, event }: Edge): string[] {
  return [...taken, ...refusedBy.map((state) => `${state} refuses ${event.type}`)];
}

/** The shortest sequence of steps from `from` that ends with a step for which `isNew` is true, or null. */
function nearestNew(edges: PathGraph['edges'], from: string, isNew: (edge: Edge) => boolean): Edge[] | null {
  const queue: { key: string; way: Edge[] }[] = [{ key: from, way: [] }];
  const seen = new Set([from]);
  for (const { key, way } of queue) {
    const next = edges.get(key) ?? [];
    const found = next.filter(isNew);
    // Prefer a step after which the path can continue.
    const best = found.find(({ to }) => edges.has(to)) ?? found[0];
    if (best) return [...way, best];
    for (const edge of next) {
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      queue.push({ key: edge.to, way: [...way, edge] });
    }
  }
  return null;
}

/**
 * A small number of paths that together take every transition, and show every rejected event, that the sample events
 * can reach. Each path continues to the nearest step that covers something new. It ends when there is none, or after
 * `maxSteps` steps.
 */
export function coveringWalks({ starts, edges }: PathGraph, maxSteps: number): Walk[] {
  const covered = new Set<string>();
  const isNew = (edge: Edge) => coveredBy(edge).some((what) => !covered.has(what));
  const walks: Walk[] = [];
  for (const start of starts) {
    let way: Edge[] = [];
    let next = nearestNew(edges, start.key, isNew);
    if (!next && start.taken.every((name) => covered.has(name))) continue;
    for (const name of start.taken) covered.add(name);
    do {
      way = [];
      while (next && (way.length === 0 || way.length + next.length <= maxSteps)) {
        way.push(...next);
        for (const edge of next) for (const what of coveredBy(edge)) covered.add(what);
        next = nearestNew(edges, way.at(-1)?.to ?? start.key, isNew);
      }
      walks.push({ start, edges: way });
      next = nearestNew(edges, start.key, isNew);
    } while (next);
  }
  return walks;
}

export const pathKinds = ['covering', 'shortest', 'simple'] as const;
export type PathKind = (typeof pathKinds)[number];

/** Maximum number of steps of a path, because people cannot follow a longer one. */
const maxSteps = 30;
/** Maximum number of simple paths of one machine. It is more than a person would look through. */
const maxPaths = 1000;

/** Returns a function that generates the paths of one kind. It builds the machine's graph only once. */
export function pathGenerator(flow: Flow): (kind: PathKind) => PathFile[] {
  const graph = graphOf(flow);
  const walksOf: Record<PathKind, () => Walk[]> = {
    covering: () => coveringWalks(graph, maxSteps),
    shortest: () => shortestWalks(graph),
    simple: () => simpleWalks(graph, maxPaths),
  };
  const titleOf = (kind: PathKind, number: number, last: string) =>
    kind === 'covering'
      ? `${flow.machine.id}: covering path ${number}`
      : `${flow.machine.id}: ${kind} path ${number}, to ${last}`;
  return (kind) =>
    walksOf[kind]().map((walk, index) =>
      toPathFile(flow, walk, titleOf(kind, index + 1, walk.edges.at(-1)?.state ?? walk.start.state)),
    );
}
