/** Why a change of a batch is refused. */
export type BatchRefusalCode =
  | 'NO_SUCH_BATCH'
  | 'NO_SUCH_COURSE'
  | 'NO_SUCH_PLACE'
  | 'BATCH_IS_PAST'
  | 'BATCH_IS_CANCELLED'
  | 'BATCH_IS_DRAFT'
  | 'BATCH_HAS_STUDENTS'
  | 'WRONG_LENGTH'
  | 'TOO_FEW_SEATS'
  | 'AFFECTED_CHANGED'
  | 'BATCH_DATES_CHANGED';

/** Thrown if a change of a batch is refused; nothing was changed. `message` is written for staff. */
export class BatchRefusal extends Error {
  override name = 'BatchRefusal';
  readonly code: BatchRefusalCode;

  constructor(code: BatchRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
