import type * as z from 'zod';
import { UsageError } from './command-errors.ts';

/** A positional argument after the action's name. Only the last arguments of an action may be optional. */
export type Arg = { about: string; schema: z.ZodType; isOptional?: true };
/** An option of an action. With `hint` it takes a value, otherwise it is a flag. Its schema supplies the default. */
type Option = { about: string; schema: z.ZodType; hint?: string };
export type Args = Record<string, Arg>;
export type Options = Record<string, Option>;
/** The declarations of an action's arguments and options, by name. */
export type Shape<W extends Args = Args, O extends Options = Options> = { args: W; options: O };
/** The parsed values of arguments or options, by name. */
type Values<Entries extends Record<string, { schema: z.ZodType }>> = {
  [Name in keyof Entries]: z.output<Entries[Name]['schema']>;
};
export type Input<W extends Args = Args, O extends Options = Options> = { args: Values<W>; options: Values<O> };

/** How help and error messages show an argument: `<batch id>`, or `[batch id]` if it is optional. */
export function argLabel(name: string, { isOptional }: Arg): string {
  const text = name.replaceAll('_', ' ');
  return isOptional ? `[${text}]` : `<${text}>`;
}

/** The flags of an option in the notation of the library commander: `--from <day>`. */
export function optionFlags(name: string, { hint }: Option): string {
  return hint ? `--${name} <${hint}>` : `--${name}`;
}

function parse(label: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${label}: ${parsed.error.issues[0]?.message ?? 'is wrong'}`);
}

/**
 * Parses the positional arguments and options of an action.
 * @throws UsageError for the first invalid argument or option
 */
export function parseInput(shape: Shape, words: readonly unknown[], given: Record<string, unknown>): Input {
  const args = Object.entries(shape.args).map(([name, arg], index) => {
    return [name, parse(argLabel(name, arg), arg.schema, words[index])] as const;
  });
  const options = Object.entries(shape.options).map(([name, { schema }]) => {
    return [name, parse(`--${name}`, schema, given[name])] as const;
  });
  return { args: Object.fromEntries(args), options: Object.fromEntries(options) };
}
