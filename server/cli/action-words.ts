import { parseArgs } from 'node:util';
import type * as z from 'zod';
import { UsageError } from './command-failure.ts';

/** A word after the action's name, in order; only the last ones may be absent. */
export type Word = { about: string; schema: z.ZodType; isOptional?: true };
/** An option; without `hint` it is a flag. Its schema answers what holds where the option is absent. */
export type Option = { about: string; schema: z.ZodType; hint?: string };
export type Words = Record<string, Word>;
export type Options = Record<string, Option>;
/** What an action is told, by name. */
export type Shape<W extends Words = Words, O extends Options = Options> = { words: W; options: O };
/** What the action's schemas made of it. */
export type Values<Entries extends Record<string, { schema: z.ZodType }>> = {
  [Name in keyof Entries]: z.output<Entries[Name]['schema']>;
};
export type Told<W extends Words = Words, O extends Options = Options> = { words: Values<W>; options: Values<O> };

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

/** `batch_id` as help and messages write it: `<batch id>`, or `[batch id]` where it may be absent. */
export function wordLabel(name: string, { isOptional }: Word): string {
  const text = name.replaceAll('_', ' ');
  return isOptional ? `[${text}]` : `<${text}>`;
}

/** Reads what follows an action's name. @throws UsageError for the first word that is wrong, missing or too many */
export function readWords(shape: Shape, given: readonly string[]): Told {
  const { values, positionals } = split(shape, given);
  const words: Record<string, unknown> = {};
  const left = [...positionals];
  for (const [name, word] of Object.entries(shape.words)) {
    const text = left.shift();
    if (text === undefined && !word.isOptional) throw new UsageError(`${wordLabel(name, word)} is missing`);
    words[name] = parse(wordLabel(name, word), word.schema, text);
  }
  if (left.length > 0) throw new UsageError(`'${left[0]}' is one word too many`);
  const options: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(shape.options))
    options[name] = parse(`--${name}`, schema, values[name]);
  return { words, options };
}
