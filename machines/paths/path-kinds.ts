import type { PathFile } from '../../contract/path-file.ts';
import { coveringWalks } from './covering.ts';
import type { Flow } from './flows.ts';
import { pathOfWalk, shortestWalks, simpleWalks, type Walk } from './generate.ts';
import { graphOf } from './path-graph.ts';

export const pathKinds = ['covering', 'shortest', 'simple'] as const;
export type PathKind = (typeof pathKinds)[number];

/** More steps than this in one path, and nobody follows it. */
const longestPath = 30;
/** More paths than this of one machine, and nobody reads them. */
const mostPaths = 1000;

/** Writes the paths of each kind that a machine has; its graph is walked once. */
export function pathWriter(flow: Flow): (kind: PathKind) => PathFile[] {
  const graph = graphOf(flow);
  const walksOf: Record<PathKind, () => Walk[]> = {
    covering: () => coveringWalks(graph, longestPath),
    shortest: () => shortestWalks(graph),
    simple: () => simpleWalks(graph, mostPaths),
  };
  const titleOf = (kind: PathKind, place: number, last: string) =>
    kind === 'covering'
      ? `${flow.machine.id}: covering path ${place}`
      : `${flow.machine.id}: ${kind} path ${place}, to ${last}`;
  return (kind) =>
    walksOf[kind]().map((walk, at) =>
      pathOfWalk(flow, walk, titleOf(kind, at + 1, walk.edges.at(-1)?.state ?? walk.start.state)),
    );
}
