import { embeddedSchema, listPosts, type Post, postSchema } from '../../contract/news.ts';

const partsOf = (field: string, schema: { shape: object }) =>
  Object.keys(schema.shape).map((part) => `${field}.${part}`);
/**
 * The fields of a post that can be requested. Unknown names are ignored, so that requests with invented names cannot fill
 * the cache.
 */
const known = new Set([
  ...Object.keys(postSchema.shape),
  ...(['title', 'content', 'excerpt'] as const).flatMap((field) => partsOf(field, postSchema.shape[field])),
  ...partsOf('_embedded', embeddedSchema),
]);

/** The fields that the parameter `_fields` requests, sorted and without duplicates; null if all are requested. */
export function readFields(query: unknown): string[] | null {
  const written = listPosts.query.shape._fields.safeParse(Object(query)._fields).data;
  if (!written) return null;
  const requested = written.split(',').map((field) => field.trim());
  return [...new Set(requested)].filter((field) => known.has(field)).toSorted();
}

/** A post with only the given fields, in the form in which WordPress returns it. */
export function pickFields(post: Post, fields: readonly string[] | null): Partial<Post> {
  if (!fields) return post;
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    const [name = '', part] = field.split('.');
    const value: unknown = Reflect.get(post, name);
    if (value === undefined) continue;
    if (part === undefined) picked[name] = value;
    else if (Object.hasOwn(Object(value), part))
      picked[name] = { ...Object(picked[name]), [part]: Object(value)[part] };
  }
  return picked;
}
