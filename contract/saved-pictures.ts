const variant = /^(\/media\/(?:courses|packages|campus)\/[\w-]+)-(?:320|640|960)\.(?:avif|webp)$/;

/**
 * Maps the path of a picture that exists in several widths to its path in the one width that is saved for offline use.
 * Other paths are returned unchanged.
 */
export function savedWidth(path: string): string {
  return path.replace(variant, '$1-640.avif');
}
