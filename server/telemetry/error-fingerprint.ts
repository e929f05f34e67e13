import { createHash } from 'node:crypto';

type ReportedError = { name: string; message: string; stack?: string | null | undefined; release: string };

/**
 * How many bytes of a long stack trace are stored: from its beginning, which names the place of the error, and from
 * its end, which lists the last transitions of state machines.
 */
const stackBytes = { head: 1300, tail: 700 } as const;
const maxStackBytes = 2048;

/** The first line of a stack trace that names a place in the code; empty if there is none. */
function topFrame(stack: string): string {
  return (
    stack
      .split('\n')
      .find((line) => /:\d+(?::\d+)?\)?\s*$/.test(line))
      ?.trim() ?? ''
  );
}

/**
 * The fingerprint of an error. Errors with the same name, message, first stack frame and release have the same
 * fingerprint, and are counted as one error.
 */
export function fingerprintOf({ name, message, stack, release }: ReportedError): Buffer {
  const parts = [name, message, topFrame(stack ?? ''), release];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** Shortens a stack trace to 2 KB by leaving out its middle. */
export function shortenStack(stack: string): string {
  const bytes = Buffer.from(stack);
  if (bytes.length <= maxStackBytes) return stack;
  // A character of several bytes may be split where the stack trace is cut. It then becomes U+FFFD.
  const head = bytes.toString('utf8', 0, stackBytes.head);
  return `${head}\n…\n${bytes.toString('utf8', bytes.length - stackBytes.tail)}`;
}
