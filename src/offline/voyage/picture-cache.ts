/** Cache of the pictures that were saved for a voyage. */
export const voyagePictureCache = 'landfall-voyage-pictures';
