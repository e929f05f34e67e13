const variant = /^(\/media\/(?:courses|packages|campus)\/[\w-]+)-(?:320|640|960)\.(?:avif|webp)$/;

/** Path of the one width of a generated picture that is saved for offline use, for the path of any width; other pictures are returned unchanged. */
export function savedWidth(path: string): string {
  return path.replace(variant, '$1-640.avif');
}
