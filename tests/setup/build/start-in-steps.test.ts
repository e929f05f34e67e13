import { expect, it } from 'vitest';
import { startInSteps } from '../../../setup/build/start-in-steps.ts';

const chunk = (size: number, ...imports: string[]) => ({ type: 'chunk', imports, code: '/'.repeat(size) });

function buildShell() {
  const emitted: Array<{ fileName: string; source: string }> = [];
  const shell = { type: 'asset', source: '<script type="module" crossorigin src="/assets/shell.js"></script>' };
  const bundle = {
    'src/shell.html': shell,
    'assets/shell.js': chunk(25, 'assets/wire.js', 'assets/react.js'),
    'assets/wire.js': chunk(5, 'assets/zod.js', 'assets/runtime.js'),
    'assets/zod.js': chunk(13, 'assets/runtime.js'),
    'assets/react.js': chunk(57, 'assets/runtime.js'),
    'assets/runtime.js': chunk(1),
  };
  const emitFile = (file: { fileName: string; source: string }) => emitted.push(file);
  const { generateBundle } = startInSteps('src/shell.html') as unknown as {
    generateBundle(this: { emitFile: typeof emitFile }, options: null, bundle: unknown): void;
  };
  generateBundle.call({ emitFile }, null, bundle);
  return { html: shell.source, start: emitted[0] };
}

it('the built entry script runs the JavaScript chunks of the start one by one, each after the chunks that it imports', () => {
  const steps = JSON.parse(/\[.*\]/.exec(buildShell().start?.source ?? '')?.[0] ?? '[]');
  expect(steps).toEqual(['runtime', 'zod', 'wire', 'react', 'shell'].map((name) => `/assets/${name}.js`));
});

it('the built HTML preloads the JavaScript chunks that the site needs to start, the largest first', () => {
  const { html, start } = buildShell();
  expect(html).toContain(`<script type="module" crossorigin src="/${start?.fileName}"></script>`);
  const preloaded = [...html.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/(\w+)\.js">/g)];
  expect(preloaded.map(([, name]) => name)).toEqual(['react', 'shell', 'zod', 'wire', 'runtime']);
});
