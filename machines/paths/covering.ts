import type { Walk } from './generate.ts';
import type { Edge, PathGraph } from './path-graph.ts';

/** What a step shows: the transitions it takes, and the states that refuse its event. */
function shownBy({ taken, refusedBy, event }: Edge): string[] {
  return [...taken, ...refusedBy.map((state) => `${state} refuses ${event.type}`)];
}

/** The shortest way on to a step that shows something new; null where there is none. */
function nearestNew(edges: PathGraph['edges'], from: string, isNew: (edge: Edge) => boolean): Edge[] | null {
  const open: { key: string; way: Edge[] }[] = [{ key: from, way: [] }];
  const seen = new Set([from]);
  for (const { key, way } of open) {
    const next = edges.get(key) ?? [];
    const found = next.filter(isNew);
    // A step after which something is left to do comes before one that ends the path.
    const best = found.find(({ to }) => edges.has(to)) ?? found[0];
    if (best) return [...way, best];
    for (const edge of next) {
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      open.push({ key: edge.to, way: [...way, edge] });
    }
  }
  return null;
}

/**
 * Few paths that together take every transition and show every refusal that the alphabet can reach: each goes on to the nearest
 * step that shows something new, and ends where there is none or after `longest` steps.
 */
export function coveringWalks({ starts, edges }: PathGraph, longest: number): Walk[] {
  const shown = new Set<string>();
  const isNew = (edge: Edge) => shownBy(edge).some((what) => !shown.has(what));
  const walks: Walk[] = [];
  for (const start of starts) {
    let way: Edge[] = [];
    let on = nearestNew(edges, start.key, isNew);
    if (!on && start.taken.every((name) => shown.has(name))) continue;
    for (const name of start.taken) shown.add(name);
    do {
      way = [];
      while (on && (way.length === 0 || way.length + on.length <= longest)) {
        way.push(...on);
        for (const edge of on) for (const what of shownBy(edge)) shown.add(what);
        on = nearestNew(edges, way.at(-1)?.to ?? start.key, isNew);
      }
      walks.push({ start, edges: way });
      on = nearestNew(edges, start.key, isNew);
    } while (on);
  }
  return walks;
}
