/**
 * Thrown when the server or database cannot start; nothing was damaged. `message` is one line that says what is wrong
 * and what to do.
 */
export class StartError extends Error {
  override name = 'StartError';
}
