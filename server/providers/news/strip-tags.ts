/** Removes everything that looks like an HTML tag, in linear time. A `<` that no `>` follows stays. */
export function stripTags(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(/<[^>]*>/g, '') + text.slice(end);
}
