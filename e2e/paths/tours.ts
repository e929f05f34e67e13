import { allTransitions, isForbidding, transitionName } from '../../lab/chart/chart.ts';
import type { Flow } from '../../lab/flows.ts';
import type { PathEvent, PathFile } from '../../lab/path-file.ts';
import { shortestWalks, simpleWalks, toPathFile } from '../../lab/paths/generate-paths.ts';
import { type Edge, graphOf, type PathGraph, type Start } from '../../lab/paths/path-graph.ts';
import type { DrivenMachine } from './page-model.ts';

const maxSteps = 24;

type Allowed = (edge: Edge, from: string, before: PathEvent | null) => boolean;
/** A node of the graph, and the event that led there. */
type Position = { key: string; state: string; event: PathEvent | null };

/** The shortest way from a position to a transition that no tour has taken yet, or an empty list. */
function wayToNew(graph: PathGraph, from: Position, missing: Set<string>, isAllowed: Allowed): Edge[] {
  const ways = new Map<string, { way: Edge[]; at: Position }>([[from.key, { way: [], at: from }]]);
  let lastWay: Edge[] = [];
  for (const [key, { way, at }] of ways) {
    for (const edge of graph.edges.get(key) ?? []) {
      if (!isAllowed(edge, at.state, at.event)) continue;
      const longer = [...way, edge];
      const isNew = edge.taken.some((name) => missing.has(name));
      // A tour cannot continue from a final state, so prefer other ways.
      const isFinal = !graph.edges.has(edge.to);
      if (isNew && !isFinal) return longer;
      if (isNew && lastWay.length === 0) lastWay = longer;
      if (!ways.has(edge.to))
        ways.set(edge.to, { way: longer, at: { key: edge.to, state: edge.state, event: edge.event } });
    }
  }
  return lastWay;
}

function tourFrom(graph: PathGraph, start: Start, missing: Set<string>, isAllowed: Allowed): Edge[] {
  const tour: Edge[] = [];
  let at: Position = { ...start, event: null };
  for (const name of start.taken) missing.delete(name);
  while (tour.length < maxSteps) {
    const way = wayToNew(graph, at, missing, isAllowed);
    const last = way.at(-1);
    if (!last) break;
    tour.push(...way);
    for (const name of way.flatMap(({ taken }) => taken)) missing.delete(name);
    at = { key: last.to, state: last.state, event: last.event };
  }
  return tour;
}

/**
 * A few long paths that together take every transition. Each goes from one transition that was not taken yet to the next, so that the
 * browser has to sign in and open pages only a few times. `missing`: names of transitions that no tour takes.
 */
export function toursOf(flow: Flow, driven: DrivenMachine): { files: PathFile[]; missing: string[] } {
  const wanted = allTransitions(flow.machine).filter((transition) => !isForbidding(transition));
  const missing = new Set(wanted.map(transitionName));
  const isAllowed: Allowed = (edge, from, before) => driven.canMake?.(from, edge.event, before) ?? true;
  const graph = graphOf(flow);
  const files: PathFile[] = [];
  for (const start of graph.starts) {
    while (missing.size > 0) {
      const before = missing.size;
      const tour = tourFrom(graph, start, missing, isAllowed);
      if (missing.size === before) break;
      files.push(toPathFile(flow, { start, edges: tour }, `${flow.machine.id}, tour ${files.length + 1}`));
    }
  }
  return { files, missing: [...missing] };
}

/** Generated paths other than the tours, at most `maxPaths`. All their events can be caused through the screens. */
export function furtherPaths(flow: Flow, driven: DrivenMachine, maxPaths: number): PathFile[] {
  const graph = graphOf(flow);
  const walks = [...shortestWalks(graph), ...simpleWalks(graph, 4 * maxPaths)].filter(({ start, edges }) =>
    edges.every(({ event }, index) => {
      const before = edges[index - 1];
      return driven.canMake?.(before?.state ?? start.state, event, before?.event ?? null) ?? true;
    }),
  );
  return walks.slice(0, maxPaths).map((walk, index) => toPathFile(flow, walk, `${flow.machine.id}, path ${index + 1}`));
}
