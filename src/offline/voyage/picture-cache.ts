/** Cache of the pictures that were saved for a voyage. */
export const voyagePictureCache = 'landfall-voyage-pictures';

const variant = /^(\/media\/(?:courses|packages|campus)\/[\w-]+)-(?:320|640|960)\.(?:avif|webp)$/;

/** The one width of a picture that is saved, for any of its widths. */
export function savedWidth(path: string): string {
  return path.replace(variant, '$1-640.avif');
}
