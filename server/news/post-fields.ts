import { embeddedSchema, listPosts, type Post, postSchema } from '../../contract/news.ts';

const partsOf = (field: string, schema: { shape: object }) =>
  Object.keys(schema.shape).map((part) => `${field}.${part}`);
/**
 * The names of the fields of a post that can be requested. Other names are ignored, so that requests with invented
 * names cannot fill the cache with further entries.
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

/** A post with only the requested `fields`, as WordPress would return it; with all fields if `fields` is null. */
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
