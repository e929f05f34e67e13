import type { PathEvent, PathFile } from '../../../contract/path-file.ts';
import { allTransitions, isForbidding, transitionName } from '../../../machines/paths/chart.ts';
import type { Flow } from '../../../machines/paths/flows.ts';
import { pathOfWalk, shortestWalks, simpleWalks } from '../../../machines/paths/generate.ts';
import { type Edge, graphOf, type PathGraph, type Start } from '../../../machines/paths/path-graph.ts';
import type { DrivenMachine } from './page-model.ts';

const longestTour = 24;

type Allowed = (edge: Edge, from: string, before: PathEvent | null) => boolean;
type Place = { key: string; state: string; event: PathEvent | null };

/** The shortest way from a place to a transition that nobody took yet; empty where none leads there. */
function wayToNew(graph: PathGraph, from: Place, left: Set<string>, isAllowed: Allowed): Edge[] {
  const ways = new Map<string, { way: Edge[]; at: Place }>([[from.key, { way: [], at: from }]]);
  let lastWay: Edge[] = [];
  for (const [key, { way, at }] of ways) {
    for (const edge of graph.edges.get(key) ?? []) {
      if (!isAllowed(edge, at.state, at.event)) continue;
      const longer = [...way, edge];
      const isNew = edge.taken.some((name) => left.has(name));
      // Where the machine ends the tour ends with it: that comes last.
      const isEnd = !graph.edges.has(edge.to);
      if (isNew && !isEnd) return longer;
      if (isNew && lastWay.length === 0) lastWay = longer;
      if (!ways.has(edge.to))
        ways.set(edge.to, { way: longer, at: { key: edge.to, state: edge.state, event: edge.event } });
    }
  }
  return lastWay;
}

function tourFrom(graph: PathGraph, start: Start, left: Set<string>, isAllowed: Allowed): Edge[] {
  const tour: Edge[] = [];
  let at: Place = { ...start, event: null };
  for (const name of start.taken) left.delete(name);
  while (tour.length < longestTour) {
    const way = wayToNew(graph, at, left, isAllowed);
    const last = way.at(-1);
    if (!last) break;
    tour.push(...way);
    for (const name of way.flatMap(({ taken }) => taken)) left.delete(name);
    at = { key: last.to, state: last.state, event: last.event };
  }
  return tour;
}

/** All that can happen after one beginning: seconds for checkout, so it is not looked at where nothing more can be gained. */
function graphFrom(flow: Flow, { input }: Start): PathGraph {
  return graphOf({ ...flow, alphabet: { ...flow.alphabet, inputs: [input] } });
}

/**
 * Few long paths that take every transition: each goes from one transition that was not
 * taken yet to the next, so that a browser signs in and opens pages seldom. `left`: what no path takes.
 */
export function toursOf(flow: Flow, driven: DrivenMachine): { files: PathFile[]; left: string[] } {
  const wanted = allTransitions(flow.machine).filter((transition) => !isForbidding(transition));
  const left = new Set(wanted.map(transitionName));
  const isAllowed: Allowed = (edge, from, before) => driven.canMake?.(from, edge.event, before) ?? true;
  const beginnings = graphOf({ ...flow, alphabet: { ...flow.alphabet, events: [], outcomes: {} } }).starts;
  const begun = new Set(beginnings.flatMap(({ taken }) => taken));
  const files: PathFile[] = [];
  for (const beginning of beginnings) {
    const isEnough = [...left].every((name) => begun.has(name));
    const graph = isEnough ? { starts: [beginning], edges: new Map() } : graphFrom(flow, beginning);
    for (const start of graph.starts) {
      while (left.size > 0) {
        const before = left.size;
        const tour = tourFrom(graph, start, left, isAllowed);
        if (left.size === before) break;
        files.push(pathOfWalk(flow, { start, edges: tour }, `${flow.machine.id}, tour ${files.length + 1}`));
      }
    }
  }
  return { files, left: [...left] };
}

/** Every other path that is generated for the machine and that its screens can walk, at most so many. */
export function furtherPaths(flow: Flow, driven: DrivenMachine, most: number): PathFile[] {
  const graph = graphOf(flow);
  const walks = [...shortestWalks(graph), ...simpleWalks(graph, 4 * most)].filter(({ start, edges }) =>
    edges.every(({ event }, place) => {
      const before = edges[place - 1];
      return driven.canMake?.(before?.state ?? start.state, event, before?.event ?? null) ?? true;
    }),
  );
  return walks.slice(0, most).map((walk, place) => pathOfWalk(flow, walk, `${flow.machine.id}, path ${place + 1}`));
}
