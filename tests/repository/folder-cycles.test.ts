import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportEdge, importsOf, sourceFiles } from './source-files.ts';

const contains = (folder: string, other: string) => other.startsWith(`${folder}/`);

/**
 * Returns the domain to which a file belongs, such as `server/orders` for `server/orders/pay/poll.ts`. In the staff
 * console, each folder of `src/staff` is a domain.
 */
const domainOf = (file: string) => /^(?:src\/staff|\w+)\/[^/]+(?=\/)/.exec(file)?.[0] ?? dirname(file);

/**
 * Imports between folders. `folderOf` returns the folder of a file. Imports between a folder and its own sub-folders do
 * not count.
 */
function folderGraph(edges: readonly ImportEdge[], folderOf: (file: string) => string): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to, isOwn } of edges) {
    if (!isOwn) continue;
    const [a, b] = [folderOf(from), folderOf(to)];
    if (a === b || contains(a, b) || contains(b, a)) continue;
    graph.set(a, (graph.get(a) ?? new Set()).add(b));
  }
  return graph;
}

/** Import cycles between folders, each written as `a -> b -> a`. */
function findCycles(edges: readonly ImportEdge[], folderOf: (file: string) => string = dirname): string[] {
  const graph = folderGraph(edges, folderOf);
  const finished = new Set<string>();
  const cycles: string[] = [];
  function visit(folder: string, way: readonly string[]): void {
    const start = way.indexOf(folder);
    if (start >= 0) cycles.push([...way.slice(start), folder].join(' -> '));
    if (start >= 0 || finished.has(folder)) return;
    for (const next of graph.get(folder) ?? []) visit(next, [...way, folder]);
    finished.add(folder);
  }
  for (const folder of graph.keys()) visit(folder, []);
  return cycles;
}

describe('folders', () => {
  it('the imports between source folders form no cycle', () => {
    expect(findCycles(sourceFiles().flatMap((file) => importsOf(file)))).toEqual([]);
  });

  it('the imports between domains, each with all its sub-folders, form no cycle', () => {
    expect(
      findCycles(
        sourceFiles().flatMap((file) => importsOf(file)),
        domainOf,
      ),
    ).toEqual([]);
  });

  it('the check for import cycles between domains finds a cycle that goes through a sub-folder', () => {
    const edge = (from: string, to: string): ImportEdge => ({ from, to, isOwn: true });
    const planted = [
      edge('src/staff/frame/a.ts', 'src/staff/rosters/marks/b.ts'),
      edge('src/staff/rosters/c.ts', 'src/staff/frame/a.ts'),
      edge('server/orders/pay/a.ts', 'server/orders/b.ts'),
      edge('server/orders/b.ts', 'server/orders/pay/c.ts'),
    ];
    expect(findCycles(planted)).toEqual([]);
    expect(findCycles(planted, domainOf)).toEqual(['src/staff/frame -> src/staff/rosters -> src/staff/frame']);
  });

  it('the check for import cycles finds a cycle of three folders and ignores one between a folder and its own sub-folder', () => {
    const edge = (from: string, to: string): ImportEdge => ({ from, to, isOwn: true });
    const planted = [
      edge('server/http/a.ts', 'server/providers/b.ts'),
      edge('server/providers/b.ts', 'server/mail/c.ts'),
      edge('server/mail/c.ts', 'server/http/a.ts'),
      edge('server/http/a.ts', 'server/http/rates/d.ts'),
      edge('server/http/rates/d.ts', 'server/http/a.ts'),
    ];
    expect(findCycles(planted)).toEqual(['server/http -> server/providers -> server/mail -> server/http']);
  });
});
