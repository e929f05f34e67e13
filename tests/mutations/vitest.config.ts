import { dirname, join, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import whole from '../../vitest.config.ts';

/** The glob of all test files in a folder and its sub-folders. */
const testsIn = (folder: string, type = 'ts') => join(folder, '**', `*.test.${type}`);

const areas =
  '{auth,booking,cart,catalogue,documents,enrolments,files,http,notifications,offline,orders,reports,sandbox,student,waiting-lists}';

const settings = (name: string) =>
  (whole.test?.projects ?? []).find(
    (project) => typeof project === 'object' && 'test' in project && project.test?.name === name,
  );

/**
 * The settings of the project `name` in the main Vitest configuration, but with the test files and options in `test`.
 */
function withTests(name: string, test: { name: string; include: string[]; exclude?: string[]; isolate?: boolean }) {
  const project = settings(name);
  if (typeof project !== 'object' || !('test' in project)) throw new Error(`vitest.config.ts has no project ${name}`);
  return { ...project, test: { ...project.test, exclude: [], ...test } };
}

// The tests that may detect a mutant. The tests in tests/repository and the tests of the diagrams are left out, because
// they read source text and would fail on every mutant.
const projects = [
  withTests('node', {
    name: 'server',
    include: [
      testsIn(`tests/server/${areas}`),
      'tests/server/cli/{seats/{batches,reconcile},content/settings,orders/{orders,refunds},students/students}.test.ts',
      testsIn('tests/contract'),
      'tests/faults/{guarded-steps,two-processes,schedules/finish-schedule}.test.ts',
    ],
    // Leave out slow tests: those with random requests, with races, or with large, harmful or broken uploads. Other
    // tests cover the same code.
    exclude: [
      'tests/server/{http/fuzz/fuzz,orders/place/races/races,waiting-lists/offer-races}.test.ts',
      'tests/server/files/{upload/memory,check/hostile,upload/broken-uploads}.test.ts',
    ],
    // Let all test files share the loaded modules: loading the server again for each file would take longer than
    // running the file's tests.
    isolate: false,
  }),
  withTests('node', {
    name: 'browser',
    include: ['tests/{machines,sw}/*.test.ts', testsIn('tests/src/{booking,cart,checkout,lib}')],
    exclude: ['tests/machines/conventions.test.ts'],
  }),
  withTests('node-alone', { name: 'offline', include: [testsIn('tests/src/offline')] }),
  withTests('page-alone', { name: 'page', include: [testsIn('tests/src/offline', 'tsx')] }),
];

/**
 * The test files of the folder that mirrors the folder of `source`: `tests/a/b` for a file in `a/b`. If it has none,
 * those of the nearest parent folder that has some.
 */
function nearest(files: TestSpecification[], root: string, source: string): TestSpecification[] {
  for (let folder = dirname(relative(root, source)); folder !== '.'; folder = dirname(folder)) {
    const near = files.filter(({ moduleId }) => relative(root, moduleId).startsWith(`tests/${folder}/`));
    if (near.length > 0) return near;
  }
  return files;
}

/**
 * Runs the test files that take the least time first, because Stryker stops testing a mutant at the first test that
 * fails.
 */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).reverse();
    const { config } = this.ctx;
    const [source] = config.related ?? [];
    // Some mutants are in code that runs while its file is loaded. For these, Stryker would run every test that imports
    // the file; run only the tests in the nearest folder.
    const isStatic = this.ctx.getRootProject().getProvidedContext().mutantActivation === 'static';
    return isStatic && source ? nearest(sorted, config.root, source) : sorted;
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Provided by Stryker: `static` for a mutant in code that runs while its file is loaded, `runtime` for any other
     * mutant.
     */
    mutantActivation: 'static' | 'runtime';
  }
}

/**
 * The configuration with which Stryker runs Vitest: like the configuration of `npm test`, but without tests that are
 * slow or that read source text.
 */
export default defineConfig({ test: { maxWorkers: 1, sequence: { sequencer: ShortestFirst }, projects } });
