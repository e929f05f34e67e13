import type { Answer } from './app-instance.ts';

/** An unsafe call of a student, which may be sent again under its key. Steps are those of the schedule. */
export type SentCall = {
  kind: 'create' | 'add' | 'remove';
  studentId: string;
  /** What is added or removed: `course 101`, `package 801`; empty for an order. */
  item: string;
  key: string;
  body: object;
  begunAt: number;
  /** The step in which it was answered last; Infinity where a sending has got no answer yet. */
  endedAt: number;
  answers: Answer[];
};

/** A payment that the provider knows to have succeeded; `begunAt`: the step in which the student paid. */
export type PaidAtProvider = { id: string; orderId: string; amountPaise: number; begunAt: number };

/** What the world outside saw; the books are held against it. */
export type Evidence = {
  calls: SentCall[];
  /** Orders that a student was told are completed. */
  seenCompleted: Set<string>;
  paid: PaidAtProvider[];
  /** Money that the provider has sent back. */
  refunded: Array<{ id: string; amountPaise: number }>;
  /** Reasons of the letters that arrived. */
  letters: string[];
  /** What was wrong on the way already. */
  complaints: string[];
};

export function noEvidence(): Evidence {
  return { calls: [], seenCompleted: new Set(), paid: [], refunded: [], letters: [], complaints: [] };
}

const transient = [401, 403, 408, 425, 429];

/** An answer that a repeat under the same key must be given again. */
export function isLasting({ status, body }: Answer): boolean {
  return status < 500 && !transient.includes(status) && body.code !== 'IN_PROGRESS';
}

/** The call's last word, once it has one. */
export function lastWord(call: SentCall): Answer | undefined {
  return call.answers.find(isLasting);
}
