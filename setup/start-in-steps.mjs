import { createHash } from 'node:crypto';

const entryScript = /<script type="module"[^>]*src="\/([^"]+)"[^>]*><\/script>/;

/** Chunks that `file` needs before it can run, in the order in which they would run. */
function needsOf(bundle, file, found = new Set()) {
  for (const name of bundle[file]?.imports ?? []) {
    if (found.has(name)) continue;
    needsOf(bundle, name, found);
    found.add(name);
  }
  return [...found];
}

/**
 * Reading all scripts of the start in one go holds a slow phone's finger up for 300 ms. The built shell starts by a few
 * lines instead, that run one chunk after the other, each in a task of its own; all of them are fetched at once as before.
 */
export function startInSteps(shellName) {
  return {
    name: 'landfall:start-in-steps',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const shell = bundle[shellName];
      const [tag, entry] = (shell && entryScript.exec(shell.source)) ?? [];
      if (!entry) return;
      const steps = [...needsOf(bundle, entry), entry].map((file) => `/${file}`);
      const source = `for (const step of ${JSON.stringify(steps)}) {\n  await import(step);\n  await new Promise((resume) => setTimeout(resume));\n}\n`;
      const fileName = `assets/start-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      const script = `<script type="module" crossorigin src="/${fileName}"></script>`;
      // A browser fetches of a preloaded module no more than itself: each is named.
      const preloads = steps.map((step) => `<link rel="modulepreload" crossorigin href="${step}">`);
      shell.source = shell.source.replace(tag, `${script}${preloads.join('')}`);
    },
  };
}
