import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../command.mjs';

/**
 * Vite plugin that copies the image decoders of pdf.js into a folder named after its version. The PDF preview loads a
 * decoder when a PDF needs it.
 */
export function pdfDecoders(): Plugin {
  const folder = join(root, 'node_modules/pdfjs-dist');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return {
    name: 'landfall:pdf-decoders',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
        const source = readFileSync(join(folder, 'wasm', name));
        this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${name}`, source });
      }
    },
  };
}

/**
 * Methods of Zod's schemas that no code in the browser calls, so the build removes them. A module that calls one of
 * them would throw an error as soon as it is loaded, so a mistake in this list is noticed at once.
 */
const unusedMethods = [
  'and readonly prefault exactOptional exactPartial strict merge safeExtend toJSONSchema validate validateAsync',
  'encode decode encodeAsync decodeAsync safeEncode safeDecode safeEncodeAsync safeDecodeAsync',
  'lowercase uppercase normalize slugify jwt emoji guid uuidv4 uuidv6 uuidv7 nanoid cuid cuid2 ulid xid ksuid',
  'nonoptional brand describe meta isOptional isNullable passthrough loose strip rest properties',
  'with parseAsync safeParseAsync nonempty gt gte lt lte safe nonnegative negative nonpositive step finite',
  'base64 base64url ipv4 ipv6 cidrv4 cidrv6 e164 datetime date time duration',
].flatMap((line) => line.split(' '));

/**
 * Removes from the code of Zod's classes what nothing calls in the browser: the methods in `unusedMethods`, the JSON
 * Schema writer of each class, the compiler for object schemas (which needs eval) and the memoizer (which only cyclic
 * data needs). The bundler can then leave out the code that only they use.
 */
function withoutUnusedMethods(code: string): string {
  const method = new RegExp(
    `^    (?:async )?(?:${unusedMethods.join('|')})(?:\\(|: (?:async )?function \\w+\\().*\\) \\{\\n        return .*;\\n    \\},\\n`,
    'gm',
  );
  return code
    .replace(method, '')
    .replace(/^ +inst\._zod\.processJSONSchema = .*;\n/gm, '')
    .replace(/^ +_ensureDefaultMemoizer\(\);\n/gm, '')
    .replaceAll('core.$ZodObjectJIT.', 'core.$ZodObject.');
}

/**
 * Vite plugin that removes from Zod what the browser never uses: the JSON Schema writer, the English messages, the test
 * for eval, and unused methods.
 */
export function zodForBrowsers(): Plugin {
  const writer = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
  const texts = /zod\/v4\/locales\/en\.js$/;
  const classes = /zod\/v4\/classic\/schemas\.js$/;
  const probe = /export const allowsEval = [\s\S]*?\n\}\);/;
  return {
    name: 'landfall:zod-for-browsers',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      // Replace Zod's English messages by a short one. Every rule whose message a person can see has a message of its
      // own.
      if (texts.test(id)) return "export default () => ({ localeError: ({ code }) => 'Invalid input: ' + code });";
      // Keep Zod from trying eval when it is loaded. The content security policy forbids eval, and browsers report even
      // the attempt.
      if (probe.test(code) && id.includes('/zod/'))
        return code.replace(probe, 'export const allowsEval = { value: false };');
      if (classes.test(id)) return withoutUnusedMethods(code);
      if (!writer.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const absent = "() => { throw new Error('The browser bundle writes no JSON Schema') }";
      return `const absent = ${absent};\n${names.map((name) => `export const ${name} = () => absent;`).join('\n')}`;
    },
  };
}

/**
 * Vite plugin that removes from Mantine its colour scales and the component that computes CSS variables in the browser.
 * The browser gets the variables from a generated style sheet, `mantine-variables.gen.css` (decision 52, "Read
 * Mantine's colours from a generated style sheet"). Saves 3 KB compressed.
 */
export function mantineForBrowsers(): Plugin {
  const scales = /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/;
  const variables = /@mantine\/core\/esm\/core\/MantineProvider\/MantineCssVariables\/MantineCssVariables\.mjs$/;
  return {
    name: 'landfall:mantine-for-browsers',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (variables.test(id)) return 'export const MantineCssVariables = () => null;';
      return scales.test(id) ? code.replace(/(['"])#[0-9a-f]{6}\1/gi, "''") : null;
    },
  };
}
