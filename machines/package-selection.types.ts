import type { ChosenBatches, CourseChoice } from './batch-rules.ts';
import type { CartFailure, OutboxEvent } from './cart-add.types.ts';

/** `queuedKey`: the key of this package's outbox row, where one is still waiting. */
export type PackageSelectionInput = {
  packageId: number;
  courses: readonly CourseChoice[];
  chosen?: ChosenBatches | undefined;
  queuedKey?: string | undefined;
};

/** `key`: of the add whose end is not known yet. `failure` PACKAGE_INCOMPLETE: not every course has a batch. */
export type PackageSelectionContext = {
  packageId: number;
  courses: readonly CourseChoice[];
  chosen: ChosenBatches;
  key: string | null;
  failure: CartFailure | null;
};

/** `package.add` brings a fresh idempotency key. */
export type PackageSelectionEvent =
  | { type: 'courses.update'; courses: readonly CourseChoice[] }
  | { type: 'batch.choose'; courseId: number; batchId: number }
  | { type: 'batch.clear'; courseId: number }
  | { type: 'package.add'; key: string }
  | OutboxEvent;
