import type { Walk } from './generate.ts';
import type { Edge, PathGraph } from './path-graph.ts';

/** What a step covers: the transitions that it takes, and the states whose guards reject its event. */
function coveredBy({ taken, refusedBy, event }: Edge): string[] {
  return [...taken, ...refusedBy.map((state) => `${state} refuses ${event.type}`)];
}

/** The shortest way from `from` that ends with a step for which `isNew` is true, or null. */
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
 * A small number of paths that together take every transition, and show every rejected event, that the alphabet can reach. Each
 * path continues to the nearest step that covers something new. It ends when there is none, or after `maxSteps` steps.
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
