/** The server or database cannot start. `message` is one line that says what is wrong and what to do; nothing was damaged. */
export class StartError extends Error {
  override name = 'StartError';
}
