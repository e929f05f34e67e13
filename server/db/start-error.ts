/** A start that cannot go on: `message` is one line that says what is wrong and what to do. Nothing was damaged. */
export class StartError extends Error {
  override name = 'StartError';
}
