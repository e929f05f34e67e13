import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { Batch } from '../../../contract/batch.ts';
import {
  type Attendance,
  type BookingWarning,
  bookingWarnings,
  isProgramme,
  nearestFit,
  sharesDay,
} from '../../../contract/booking-warnings.ts';
import { formatDay, formatDays } from '../../lib/format/format.ts';
import { Notice } from '../../ui/messages/notice.tsx';

const sources: Record<Attendance['source'], string> = {
  booked: 'which you have booked',
  cart: 'which is in your cart',
  queued: 'which will be added to your cart',
  chosen: 'which is part of this package',
};

/**
 * The text about a clash of two courses, which names the other course. If one of the two is a long course
 * (`isProgramme`), the text only says that one is held during the other, because the student may have time for both.
 */
function clashText(planned: Attendance, { courseName, batch, source }: Attendance): string {
  const other = `${courseName} (${formatDays(batch.start_date, batch.end_date)}), ${sources[source]}`;
  if (isProgramme(batch)) return `These dates are during ${other}.`;
  return isProgramme(planned.batch) ? `During these dates is ${other}.` : `These dates clash with ${other}.`;
}

/** The text of a warning. Missing prerequisites are left to `missingText`, which lists them in one sentence. */
function warningText(planned: Attendance, warning: BookingWarning): string | null {
  if (warning.kind === 'clash') return clashText(planned, warning.other);
  if (warning.kind === 'prerequisite') return null;
  const { courseName, batch } = warning.prerequisite;
  return `This course needs ${courseName} first, but that ends on ${formatDay(batch.end_date)}.`;
}

function missingText(warnings: readonly BookingWarning[]): string | null {
  const names = warnings.flatMap((one) => (one.kind === 'prerequisite' ? [one.prerequisite.course_name] : []));
  if (names.length === 0) return null;
  const list = new Intl.ListFormat('en-GB').format(names);
  return names.length === 1
    ? `This course needs ${list} first. Add it with earlier dates, or bring your certificate.`
    : `This course needs ${list} first. Add them with earlier dates, or bring your certificates.`;
}

type DatesNoteProps = {
  planned: Attendance;
  /**
   * The batches that the student has in the cart, has booked or has just chosen. They may include `planned`, the batch
   * that the note is about.
   */
  attendances: readonly Attendance[];
  /** Batches of the course that can be booked, earliest first; null while they are not known. */
  batches: readonly Batch[] | null;
  /** Whether screen readers announce the note when it appears. */
  isLive?: boolean;
  /** Called to choose the nearest batch that fits. If it is not given, the note only gives the dates of that batch. */
  onChoose?: (batchId: number) => void;
};

/**
 * Warns that the dates of a course clash with other dates of the student, or that a prerequisite is missing or comes
 * too late. The note names the nearest dates that fit (docs/product.md#dates-that-fit).
 */
export function DatesNote({ planned, attendances, batches, isLive, onChoose }: DatesNoteProps) {
  const warnings = bookingWarnings(planned, attendances);
  if (warnings.length === 0) return null;
  const isMisfit = warnings.some(({ kind }) => kind !== 'prerequisite');
  const nearest = isMisfit && batches ? nearestFit(planned, attendances, batches) : null;
  const isDuringProgramme =
    nearest !== null && attendances.some(({ batch }) => isProgramme(batch) && sharesDay(batch, nearest));
  const texts = [...warnings.map((warning) => warningText(planned, warning)), missingText(warnings)].filter(
    (text) => text !== null,
  );
  return (
    <Notice
      {...(isLive ? { role: 'status' as const } : {})}
      action={
        nearest && onChoose ? (
          <Button
            variant="outline"
            onClick={({ currentTarget }) => {
              // The note disappears together with this button, so move the focus to the selector beside the note.
              currentTarget.closest(':has(select)')?.querySelector('select')?.focus();
              onChoose(nearest.id);
            }}
          >
            Choose these dates <span className="visually-hidden">for {planned.courseName}</span>
          </Button>
        ) : null
      }
    >
      <div className="stack gap-1 small">
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {nearest ? (
          <p>
            {isDuringProgramme ? 'Nearest dates that fit your other courses: ' : 'Nearest dates that fit: '}
            <strong>{formatDays(nearest.start_date, nearest.end_date)}</strong>.
          </p>
        ) : null}
        {isMisfit && batches && !nearest ? <p>No other dates of this course fit.</p> : null}
      </div>
    </Notice>
  );
}
