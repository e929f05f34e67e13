import type { PathFile } from '../../contract/path-file.ts';
import { coveringWalks } from './covering.ts';
import type { Flow } from './flows.ts';
import { shortestWalks, simpleWalks, toPathFile, type Walk } from './generate.ts';
import { graphOf } from './path-graph.ts';

export const pathKinds = ['covering', 'shortest', 'simple'] as const;
export type PathKind = (typeof pathKinds)[number];

/** People cannot follow a path with more steps. */
const maxSteps = 30;
/** Nobody reads more paths of one machine. */
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
