import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles } from './source-files.ts';

/** The domains of `src`. Each may import only those before it. */
const verticals = [
  'auth',
  'content',
  'news',
  'catalogue',
  'student',
  'cart',
  'booking',
  'checkout',
  'search',
  'site',
  'home',
];
const srcParts = ['app', 'routes', 'offline', 'pwa', 'ui', 'lib', 'staff'];
/** Folders that every domain of the server may import. Each may import only those before it. */
const serverBase = ['db', 'pdf', 'http', 'providers'];
const serverComposition = ['main.ts', 'app.ts', 'site.ts', 'env.ts', 'composition'];

type Place = { top: string; part: string };

function placeOf(path: string): Place {
  const [top = '', part = ''] = path.split('/');
  return { top, part };
}

function mayImportInSrc(from: string, to: string): boolean {
  if (from === to || from === 'app' || from === 'main.tsx' || from === 'routeTree.gen.ts') return true;
  if (to === 'ui' || to === 'lib') return from !== 'lib' || to === 'lib';
  if (from === 'ui' || from === 'lib') return false;
  if (from === 'offline' || from === 'pwa') return to === 'offline' || to === 'pwa';
  if (from === 'routes') return to !== 'main.tsx' && to !== 'app';
  if (to === 'offline') return true;
  const [rank, target] = [verticals.indexOf(from), verticals.indexOf(to)];
  return rank >= 0 && target >= 0 && target < rank;
}

function mayImportInServer(from: Place, to: Place): boolean {
  if (serverComposition.includes(from.part) || from.part === to.part) return true;
  if (serverBase.includes(to.part))
    return !serverBase.includes(from.part) || serverBase.indexOf(to.part) < serverBase.indexOf(from.part);
  if (from.part === 'cli') return true;
  return false;
}

/** Imports allowed in `lab`. Its panel needs types of `src/lib`. */
const mayImportInLab = (to: string) => /^(lab|contract|machines|src\/lib)\//.test(to);

function fault(from: string, to: string): string | null {
  const [a, b] = [placeOf(from), placeOf(to)];
  const refuse = (why: string) => `${from} imports ${to}: ${why}`;
  if (a.top === 'contract' && b.top !== 'contract') return refuse('the contract imports nothing of ours');
  if (a.top === 'machines' && !['machines', 'contract'].includes(b.top))
    return refuse('machines import xstate and contract');
  if (a.top === 'server') {
    if (!['server', 'contract'].includes(b.top)) return refuse('the server imports contract and itself');
    if (b.top === 'server' && !mayImportInServer(a, b)) return refuse('a domain gets another as an argument in app.ts');
  }
  if (a.top === 'sw' && !['sw', 'contract'].includes(b.top) && !/^src\/(lib|offline)\//.test(to))
    return refuse('the worker imports contract, src/lib and src/offline');
  if (from.startsWith('src/staff/')) {
    const isShared =
      /^src\/(staff|ui|lib|app\/theme)\/|^src\/(app\/query-client|offline\/(with-lock|saved\/timed-store))\.ts$/.test(
        to,
      );
    return b.top === 'contract' || isShared ? null : refuse('the console imports contract, ui, lib and theme');
  }
  if (a.top === 'src') {
    if (b.part === 'staff') return refuse('no page of a student imports the console');
    if (!['src', 'contract', 'machines'].includes(b.top)) return refuse('src imports contract, machines and itself');
    if (a.part === 'ui' && b.top !== 'src') return refuse('ui knows no domain');
    if (b.top === 'src' && !mayImportInSrc(a.part, b.part)) return refuse('not in the table');
  }
  if (a.top === 'lab' && !mayImportInLab(to)) return refuse('the lab imports contract, machines and src/lib');
  if (a.top === 'e2e' && ['src', 'server'].includes(b.top)) return refuse('journeys use no internals');
  return null;
}

describe('the import table', () => {
  const files = sourceFiles();
  const edges = files.flatMap((file) => importsOf(file));

  it('the check of imports reads more than 50 source files and more than 100 imports', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(edges.length).toBeGreaterThan(100);
  });

  it('every import of one source file by another is in the table of allowed imports', () => {
    const faults = edges.flatMap(({ from, to, isOwn }) => (isOwn ? (fault(from, to) ?? []) : []));
    expect(faults).toEqual([]);
  });

  it('the table of allowed imports rejects forbidden imports, such as the import of a server/orders file in server/cart', () => {
    expect(fault('src/auth/a.tsx', 'src/booking/b.ts')).toContain('not in the table');
    expect(fault('server/cart/cart.routes.ts', 'server/orders/orders.repo.ts')).toContain('argument');
    expect(fault('server/http/guard.ts', 'server/providers/clock.ts')).toContain('argument');
    expect(fault('contract/cart.ts', 'server/env.ts')).toContain('nothing of ours');
    expect(fault('lab/paths/a.ts', 'src/cart/cart.queries.ts')).toContain('the lab imports');
    expect(fault('e2e/a.spec.ts', 'src/lib/api.ts')).toContain('internals');
    expect(fault('src/staff/orders/a.tsx', 'src/cart/cart.queries.ts')).toContain('the console imports');
    expect(fault('src/home/a.tsx', 'src/staff/session/staff-api.ts')).toContain('no page of a student');
    expect(fault('src/checkout/a.tsx', 'src/cart/cart.queries.ts')).toBeNull();
  });

  it('the folder contract imports no package but zod, machines none but xstate, and sw none but Workbox', () => {
    const allowed: Record<string, RegExp> = {
      contract: /^zod$/,
      machines: /^xstate(\/|$)/,
      sw: /^workbox-/,
    };
    const faults = edges.filter(({ from, to, isOwn }) => !isOwn && allowed[placeOf(from).top]?.test(to) === false);
    expect(faults.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('the folders machines, sw, server and contract do not import React, Mantine or TanStack', () => {
    const faults = edges.filter(
      ({ from, to }) => /^(machines|sw|server|contract)\//.test(from) && /^(react|@mantine|@tanstack)/.test(to),
    );
    expect(faults).toEqual([]);
  });

  it('only the staff console imports the rich text editor, whose packages are large', () => {
    const importers = edges.filter(({ to }) => /^@(tiptap|mantine\/tiptap)/.test(to)).map(({ from }) => from);
    expect(importers).toContain('src/staff/content/fields/rich-text-tables.ts');
    expect(importers.filter((file) => !file.startsWith('src/staff/'))).toEqual([]);
  });

  it('the student site and its service worker import no file of the staff console or its API contract, directly or indirectly', () => {
    const known = new Set(files);
    const resolve = (path: string) => [path, `${path}.ts`, `${path}.tsx`].find((name) => known.has(name));
    const reachedFrom = (...entries: string[]) => {
      const reached = new Set(entries);
      for (const file of reached)
        for (const { to, isOwn } of importsOf(file, { isRuntime: true })) {
          const found = isOwn ? resolve(to) : undefined;
          if (found) reached.add(found);
        }
      return [...reached];
    };
    const isOfConsole = (file: string) => /^(src|contract)\/staff\//.test(file);
    const forStudents = reachedFrom('src/main.tsx', 'src/app/entry-server.tsx', 'sw/sw.ts');
    expect(forStudents).toEqual(expect.arrayContaining(['src/routes/index.tsx', 'contract/cart.ts']));
    expect(forStudents.filter(isOfConsole)).toEqual([]);
    const ofConsole = reachedFrom('src/staff/main.tsx').filter(isOfConsole);
    expect(ofConsole).toEqual(
      expect.arrayContaining(['src/staff/frame/staff-shell.tsx', 'contract/staff/permissions.ts']),
    );
  });

  it('every folder of src is in the table of allowed imports', () => {
    const parts = new Set(files.filter((file) => /^src\/.+\//.test(file)).map((file) => placeOf(file).part));
    expect([...parts].filter((part) => ![...verticals, ...srcParts].includes(part))).toEqual([]);
  });
});
