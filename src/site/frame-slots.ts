import type { ReactNode } from 'react';

/**
 * Who is signed in. `unknown` until the sign-in session has been checked: the header then shows an empty box in the
 * place of the student's name and the cart link, so that nothing moves later.
 */
export type FrameStudent =
  | { status: 'unknown' }
  | { status: 'signedOut' }
  | { status: 'signedIn'; name: string; image: string | null };

/** What the root route passes to the frame around every page. */
export type FrameSlots = {
  student: FrameStudent;
  /** Number of items in the cart; null while unknown. */
  cartCount: number | null;
  /** The list of changes waiting in the outbox, shown below the header. */
  outbox?: ReactNode;
};
