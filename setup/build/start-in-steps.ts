import { createHash } from 'node:crypto';
import type { Plugin, Rolldown } from 'vite';

const entryScript = /<script type="module"[^>]*src="\/([^"]+)"[^>]*><\/script>/;

/**
 * The path of the first script of the built shell, without the leading slash. @throws Error if the shell has no script
 */
export function startScriptOf(shell: string): string {
  const [, path] = entryScript.exec(shell) ?? [];
  if (!path) throw new Error('The built shell has no first script.');
  return path;
}

/**
 * Returns the chunks that the chunk `file` imports, directly or indirectly, in the order in which they are executed.
 */
function needsOf(bundle: Rolldown.OutputBundle, file: string, found = new Set<string>()): string[] {
  const chunk = bundle[file];
  for (const name of chunk?.type === 'chunk' ? chunk.imports : []) {
    if (found.has(name)) continue;
    needsOf(bundle, name, found);
    found.add(name);
  }
  return [...found];
}

/**
 * Vite plugin that makes the shell execute its chunks one after the other, each in a task of its own. In a single task
 * they would block taps on a slow phone for 300 ms. All chunks are still downloaded in parallel.
 */
export function startInSteps(shellName: string): Plugin {
  return {
    name: 'landfall:start-in-steps',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const shell = bundle[shellName];
      if (shell?.type !== 'asset') return;
      const html = shell.source.toString();
      const [tag, entry] = entryScript.exec(html) ?? [];
      if (!tag || !entry) return;
      const steps = [...needsOf(bundle, entry), entry].map((file) => `/${file}`);
      const source = `for (const step of ${JSON.stringify(steps)}) {\n  await import(step);\n  await new Promise((resume) => setTimeout(resume));\n}\n`;
      const fileName = `assets/start-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      const script = `<script type="module" crossorigin src="/${fileName}"></script>`;
      // A `modulepreload` link does not preload what the module imports, so the page needs a link for each chunk.
      const links = steps.map((step) => `<link rel="modulepreload" crossorigin href="${step}">`);
      shell.source = html.replace(tag, `${links.join('')}${script}`);
    },
  };
}
