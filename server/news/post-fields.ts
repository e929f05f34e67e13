import { embeddedSchema, listPosts, type Post, postSchema } from '../../contract/news.ts';

const partsOf = (field: string, schema: { shape: object }) =>
  Object.keys(schema.shape).map((part) => `${field}.${part}`);
/** What may be asked for: few enough, so that nobody fills the cache with combinations of made-up names. */
const known = new Set([
  ...Object.keys(postSchema.shape),
  ...(['title', 'content', 'excerpt'] as const).flatMap((field) => partsOf(field, postSchema.shape[field])),
  ...partsOf('_embedded', embeddedSchema),
]);

/** The fields that a call asks for by `_fields`, in one order however they were written; null where it asks for all. */
export function readFields(query: unknown): string[] | null {
  const written = listPosts.query.shape._fields.safeParse(Object(query)._fields).data;
  if (!written) return null;
  const asked = written.split(',').map((field) => field.trim());
  return [...new Set(asked)].filter((field) => known.has(field)).toSorted();
}

/** The post with the given fields alone, as WordPress leaves the others out. */
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
