import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Declared = { parents: string[]; properties: Map<string, string[]> };

const file = fileURLToPath(import.meta.resolve('schema-dts')).replace(/schema\.js$/, 'schema.d.ts');

/**
 * Reads from the schema.org typings, for each interface, what it extends and which types the values of its properties
 * may have.
 */
function readDeclarations(): Map<string, Declared> {
  const found = new Map<string, Declared>();
  const interfaces = /interface (\w+)(?: extends ([\w\s,<>|"]+?))? \{\n([\s\S]*?)\n\}/g;
  for (const [, name = '', parents = '', body = ''] of readFileSync(file, 'utf8').matchAll(interfaces)) {
    const properties = [...body.matchAll(/"(\w+)"\??: SchemaValue<(.*), "\w+">;/g)].map(
      ([, property = '', types = '']) =>
        [property, (types.match(/\w+/g) ?? []).filter((name) => name !== 'IdReference')] as const,
    );
    found.set(name, { parents: parents.match(/\w+/g) ?? [], properties: new Map(properties) });
  }
  return found;
}

const declarations = readDeclarations();

/**
 * The name of an interface in the schema.org typings, followed by the names of all interfaces that it extends, directly
 * or indirectly.
 */
function chainOf(name: string): string[] {
  const parents = declarations.get(name)?.parents ?? [];
  return [name, ...parents.flatMap(chainOf)];
}

/** The name of a schema.org type, followed by all its supertypes. Empty when schema.org has no such type. */
function kindsOf(type: string): string[] {
  const isKnown = declarations.has(`${type}Leaf`);
  return isKnown ? [type, ...chainOf(`${type}Leaf`).map((name) => name.replace(/(Leaf|Base)$/, ''))] : [];
}

/**
 * Returns why a property is not valid for a schema.org type, or null if it is valid. `of`: the schema.org type of the
 * property's value; undefined for a text or number.
 */
export function vocabularyFault(type: string, property: string, of?: string): string | null {
  if (kindsOf(type).length === 0) return `${type} is no type of schema.org`;
  const chain = chainOf(`${type}Leaf`).map((name) => declarations.get(name)?.properties.get(property));
  const types = chain.flatMap((found) => found ?? []);
  if (types.length === 0) return `${type} has no ${property}`;
  if (of === undefined || kindsOf(of).some((kind) => types.includes(kind))) return null;
  return `${property} of ${type} takes no ${of}`;
}
