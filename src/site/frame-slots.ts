import type { ReactNode } from 'react';

/** Who the frame greets; `unknown` until login status is known, so that nothing jumps. */
export type FrameStudent =
  | { status: 'unknown' }
  | { status: 'signedOut' }
  | { status: 'signedIn'; name: string; image: string | null };

/** What other parts hand to the frame. */
export type FrameSlots = {
  student: FrameStudent;
  /** Things in the cart; null while unknown. */
  cartCount: number | null;
  /** Connection strip, below the header. */
  strip?: ReactNode;
  /** Changes that wait for the connection, beside the strip. */
  waiting?: ReactNode;
};
