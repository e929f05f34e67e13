const variant = /^(\/media\/(?:courses|packages|campus)\/[\w-]+)-(?:320|640|960)\.(?:avif|webp)$/;

/** The one width of a made picture that a voyage takes along, for any of its widths; other pictures are themselves. */
export function savedWidth(path: string): string {
  return path.replace(variant, '$1-640.avif');
}
