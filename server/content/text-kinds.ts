/**
 * The kind of a content text. It depends on the name of the text's field: fields with the same name have the same kind
 * in every file.
 */
export type TextKind = 'html' | 'picture' | 'file' | 'link' | 'email' | 'plain';

/** The names of the fields that contain HTML, which is sanitised. The content check refuses HTML in all other fields. */
export const htmlFields: readonly string[] = ['content', 'terms_content', 'full_description', 'entrance_exam_desc'];

const kindByName: ReadonlyArray<readonly [RegExp, TextKind]> = [
  [/(image_url|[iI]mageUrl|profile_url)$/, 'picture'],
  [/^(course_brochure_url|videoUrl|captionsUrl)$/, 'file'],
  [/(^url|_url|Url|_link|Link)$/, 'link'],
  [/^email$/, 'email'],
];

export function textKindOf(name: string): TextKind {
  if (htmlFields.includes(name)) return 'html';
  return kindByName.find(([pattern]) => pattern.test(name))?.[1] ?? 'plain';
}

/** Matches the names of plain-text fields that may have several lines. The console shows a text area for them. */
const longNames =
  /text|message|description|excerpt|introduction|address|answer|content|note|notice|objectives|overview|criteria|qualification|fitness|schedule|strength_policy|dress_code|reporting_time|intro|logistics|accommodation|responsibilities|theory|workshops/i;
const shortNames = /title|label|^meta_text$|^price_note$/i;

/**
 * The kind of a text, which decides how it is checked and edited. `line` is a plain text that may have only one line.
 */
export type CheckedKind = TextKind | 'line';

export function checkedKindOf(name: string): CheckedKind {
  const kind = textKindOf(name);
  return kind === 'plain' && !(longNames.test(name) && !shortNames.test(name)) ? 'line' : kind;
}

type Visit = (text: string, path: PropertyKey[], kind: CheckedKind) => void;

/**
 * Calls `visit` for every text in `value`, with its path and its kind. Texts in a list have the kind of the field that
 * contains the list.
 */
export function visitTexts(value: unknown, visit: Visit, path: PropertyKey[] = [], name = ''): void {
  if (typeof value === 'string') visit(value, path, checkedKindOf(name));
  else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) visitTexts(one, visit, [...path, index], name);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) visitTexts(one, visit, [...path, key], key);
  }
}

/** Returns a copy of `value` in which `change` has replaced every HTML text. */
export function mapHtml<T>(value: T, change: (html: string) => string, name = ''): T {
  if (typeof value === 'string') return (textKindOf(name) === 'html' ? change(value) : value) as T;
  if (Array.isArray(value)) return value.map((one) => mapHtml(one, change, name)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapHtml(one, change, key)])) as T;
}
