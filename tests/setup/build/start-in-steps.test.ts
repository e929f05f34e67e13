import { expect, it } from 'vitest';
import { startInSteps } from '../../../setup/build/start-in-steps.ts';

const chunk = (...imports: string[]) => ({ type: 'chunk', imports });

function buildShell() {
  const emitted: Array<{ fileName: string; source: string }> = [];
  const shell = { type: 'asset', source: '<script type="module" crossorigin src="/assets/shell.js"></script>' };
  const bundle = {
    'src/shell.html': shell,
    'assets/shell.js': chunk('assets/wire.js', 'assets/react.js'),
    'assets/wire.js': chunk('assets/zod.js', 'assets/runtime.js'),
    'assets/zod.js': chunk('assets/runtime.js'),
    'assets/react.js': chunk('assets/runtime.js'),
    'assets/runtime.js': chunk(),
  };
  const emitFile = (file: { fileName: string; source: string }) => emitted.push(file);
  const { generateBundle } = startInSteps('src/shell.html') as unknown as {
    generateBundle(this: { emitFile: typeof emitFile }, options: null, bundle: unknown): void;
  };
  generateBundle.call({ emitFile }, null, bundle);
  return { html: shell.source, start: emitted[0] };
}

it('the built entry script runs the site’s first JavaScript chunks one by one, each after the chunks that it imports', () => {
  const steps = JSON.parse(/\[.*\]/.exec(buildShell().start?.source ?? '')?.[0] ?? '[]');
  expect(steps).toEqual(['runtime', 'zod', 'wire', 'react', 'shell'].map((name) => `/assets/${name}.js`));
});

it('the built HTML preloads each JavaScript chunk that the site needs to start', () => {
  const { html, start } = buildShell();
  expect(html).toContain(`<script type="module" crossorigin src="/${start?.fileName}"></script>`);
  const preloaded = [...html.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/(\w+)\.js">/g)];
  expect(preloaded.map(([, name]) => name)).toEqual(['runtime', 'zod', 'wire', 'react', 'shell']);
});
