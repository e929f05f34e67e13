import { parseArgs } from 'node:util';
import type * as z from 'zod';
import { UsageError } from './command-errors.ts';

/** A positional argument after the action's name. Only the last ones may be optional. */
export type Arg = { about: string; schema: z.ZodType; isOptional?: true };
/** An option; without `hint` it is a flag. Its schema supplies the default. */
type Option = { about: string; schema: z.ZodType; hint?: string };
export type Args = Record<string, Arg>;
export type Options = Record<string, Option>;
/** The arguments and options of an action, by name. */
export type Shape<W extends Args = Args, O extends Options = Options> = { args: W; options: O };
/** The values that the schemas return. */
type Values<Entries extends Record<string, { schema: z.ZodType }>> = {
  [Name in keyof Entries]: z.output<Entries[Name]['schema']>;
};
export type Input<W extends Args = Args, O extends Options = Options> = { args: Values<W>; options: Values<O> };

function split(shape: Shape, given: readonly string[]) {
  const options = Object.entries(shape.options).map(
    ([name, { hint }]) => [name, { type: hint ? 'string' : 'boolean' }] as const,
  );
  try {
    return parseArgs({ args: [...given], options: Object.fromEntries(options), allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parse(label: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${label}: ${parsed.error.issues[0]?.message ?? 'is wrong'}`);
}

/** The name of an argument in help and messages: `<batch id>`, or `[batch id]` if it is optional. */
export function argLabel(name: string, { isOptional }: Arg): string {
  const text = name.replaceAll('_', ' ');
  return isOptional ? `[${text}]` : `<${text}>`;
}

/** Parses what follows an action's name. @throws UsageError for the first wrong, missing or surplus argument */
export function parseInput(shape: Shape, given: readonly string[]): Input {
  const { values, positionals } = split(shape, given);
  const args: Record<string, unknown> = {};
  const left = [...positionals];
  for (const [name, arg] of Object.entries(shape.args)) {
    const text = left.shift();
    if (text === undefined && !arg.isOptional) throw new UsageError(`${argLabel(name, arg)} is missing`);
    args[name] = parse(argLabel(name, arg), arg.schema, text);
  }
  if (left.length > 0) throw new UsageError(`'${left[0]}' is one word too many`);
  const options: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(shape.options))
    options[name] = parse(`--${name}`, schema, values[name]);
  return { args, options };
}
