import { chartHash } from '../chart/chart.ts';
import type { Flow } from '../flows.ts';
import { type PathEvent, type PathFile, pathFormat, pathVersion } from '../path-file.ts';
import { fixturesOf } from './path-events.ts';
import { contextOf, type Edge, graphOf, type PathGraph, type Start } from './path-graph.ts';

/** A walk through the graph of a machine's states: a sequence of edges that begins at one of the graph's starts. */
export type Walk = { start: Start; edges: readonly Edge[] };

/**
 * Converts a walk through a state machine to a path file, which records the hash of the machine's current structure.
 */
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

/**
 * A position of a walk: the node of the graph (`key`), the name of its state, and the event that led there (`before`;
 * null at the start).
 */
type Position = { key: string; state: string; before: PathEvent | null };

/**
 * The walks that the site's screens allow. `starts`: where the walks begin. `stepsFrom`: the edges from a position, but
 * only for events that a screen can cause and the machine does not ignore.
 */
export type ScreenWays = { starts: readonly Start[]; stepsFrom: (at: Position) => readonly Edge[] };

export function screenWays({ alphabet }: Pick<Flow, 'alphabet'>, { starts, edges }: PathGraph): ScreenWays {
  const findSteps = ({ key, state, before }: Position): Edge[] => {
    const context = contextOf(key);
    const canCause = ({ event }: Edge) => alphabet.canCause?.(state, event, before, context) ?? true;
    return (edges.get(key) ?? []).filter((edge) => !edge.isIgnored && canCause(edge));
  };
  // Cache the edges that leave each position in the graph, because searches visit a position many times.
  const found = new Map<string, Edge[]>();
  const stepsFrom = (at: Position): Edge[] => {
    const steps = found.get(positionKey(at)) ?? findSteps(at);
    found.set(positionKey(at), steps);
    return steps;
  };
  return { starts, stepsFrom };
}

const positionAt = ({ key, state }: Start): Position => ({ key, state, before: null });
const positionAfter = ({ to, state, event }: Edge): Position => ({ key: to, state, before: event });
/**
 * The cache key of a position in the graph: its `key` and `before`. Its `state` is left out, because it follows from
 * `key`.
 */
const positionKey = ({ key, before }: Position) => `${key} ${JSON.stringify(before)}`;

/** Returns the shortest walk to each state in which the machine can wait for the next event. */
export function shortestWalks({ starts, stepsFrom }: ScreenWays): Walk[] {
  const walks = new Map<string, Walk>();
  const seen = new Set<string>();
  const queue: (Walk & { at: Position })[] = starts.map((start) => ({ start, edges: [], at: positionAt(start) }));
  for (const { start, edges, at } of queue) {
    if (seen.has(positionKey(at))) continue;
    seen.add(positionKey(at));
    if (!walks.has(at.state)) walks.set(at.state, { start, edges });
    for (const edge of stepsFrom(at)) queue.push({ start, edges: [...edges, edge], at: positionAfter(edge) });
  }
  return [...walks.values()];
}

/**
 * Returns walks that visit no state twice, at most `maxWalks` of them. Any two of them differ in their states or
 * events.
 */
export function simpleWalks({ starts, stepsFrom }: ScreenWays, maxWalks: number): Walk[] {
  const walks = new Map<string, Walk>();
  const extend = (start: Start, way: readonly Edge[], visited: ReadonlySet<string>, key: string): void => {
    if (walks.size >= maxWalks || walks.has(key)) return;
    if (way.length > 0) walks.set(key, { start, edges: way });
    const last = way.at(-1);
    for (const edge of stepsFrom(last ? positionAfter(last) : positionAt(start))) {
      if (visited.has(edge.state)) continue;
      const nextKey = `${key} > ${edge.event.type} ${edge.event.outcome ?? ''} ${edge.state}`;
      extend(start, [...way, edge], new Set([...visited, edge.state]), nextKey);
    }
  };
  for (const start of starts) extend(start, [], new Set([start.state]), start.state);
  return [...walks.values()];
}

/**
 * Returns the shortest sequence of edges from a position, up to an edge that takes a transition not covered yet.
 * Returns an empty list if there is none.
 */
function wayToNew({ stepsFrom }: ScreenWays, from: Position, covered: ReadonlySet<string>): Edge[] {
  const queue: { at: Position; way: Edge[] }[] = [{ at: from, way: [] }];
  const seen = new Set([positionKey(from)]);
  let lastWay: Edge[] = [];
  for (const { at, way } of queue) {
    for (const edge of stepsFrom(at)) {
      const [longer, next] = [[...way, edge], positionAfter(edge)];
      const isNew = edge.taken.some((name) => !covered.has(name));
      // Prefer a sequence that does not end in a final state, because a walk cannot continue from there.
      const isFinal = stepsFrom(next).length === 0;
      if (isNew && !isFinal) return longer;
      if (isNew && lastWay.length === 0) lastWay = longer;
      if (seen.has(positionKey(next))) continue;
      seen.add(positionKey(next));
      queue.push({ at: next, way: longer });
    }
  }
  return lastWay;
}

/**
 * Returns a small number of walks that together take every transition which the screens can cause. Each walk goes on to
 * the nearest transition that is not covered yet, until there is none or the walk would have more than `maxSteps`
 * steps.
 */
export function coveringWalks(ways: ScreenWays, maxSteps: number): Walk[] {
  const covered = new Set<string>();
  const walks: Walk[] = [];
  for (const start of ways.starts) {
    const isStartNew = start.taken.some((name) => !covered.has(name));
    for (const name of start.taken) covered.add(name);
    let way = wayToNew(ways, positionAt(start), covered);
    if (isStartNew && way.length === 0) walks.push({ start, edges: [] });
    while (way.length > 0) {
      const edges: Edge[] = [];
      while (way.length > 0 && (edges.length === 0 || edges.length + way.length <= maxSteps)) {
        edges.push(...way);
        for (const name of way.flatMap(({ taken }) => taken)) covered.add(name);
        const last = way.at(-1);
        way = last ? wayToNew(ways, positionAfter(last), covered) : [];
      }
      walks.push({ start, edges });
      way = wayToNew(ways, positionAt(start), covered);
    }
  }
  return walks;
}

export const pathKinds = ['covering', 'shortest', 'simple'] as const;
export type PathKind = (typeof pathKinds)[number];

/**
 * Maximum number of steps of a covering path (together, the covering paths take every transition that the screens can
 * cause). A tester would lose track of a longer one.
 */
const maxSteps = 24;
/**
 * Maximum number of simple paths (those that visit no state twice) through one state machine. Nobody would look through
 * more.
 */
const maxPaths = 1000;

/**
 * Returns a function that generates the paths of a given kind (covering, shortest or simple) through a machine. The
 * graph of the machine is built only once.
 */
export function pathGenerator(flow: Flow): (kind: PathKind) => PathFile[] {
  const ways = screenWays(flow, graphOf(flow));
  const walksOf: Record<PathKind, () => Walk[]> = {
    covering: () => coveringWalks(ways, maxSteps),
    shortest: () => shortestWalks(ways),
    simple: () => simpleWalks(ways, maxPaths),
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
