import '../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import type { BookingSettings } from '../../../contract/booking.ts';
import { RichText } from '../../content/rich-text.tsx';
import classes from '../checkout.module.css';

/** A scrollable region must be focusable, so that it can be scrolled with the keyboard. */
const scrollable = { tabIndex: 0 };

type BookingTermsProps = { settings: Partial<BookingSettings> };

/** The booking terms. Title and text come from the booking settings. */
export function BookingTerms({ settings }: BookingTermsProps) {
  const title = settings.terms_title ?? 'Booking terms';
  return (
    <section className="stack shrink gap-4" aria-labelledby="booking-terms">
      <h2 id="booking-terms" tabIndex={-1} className="no-outline">
        {title}
      </h2>
      <section
        className={`panel p-4 rounded small ${classes.terms}`}
        aria-label={`${title}, full text`}
        {...scrollable}
      >
        <RichText html={settings.terms_content ?? ''} />
      </section>
    </section>
  );
}

type AcceptTermsProps = BookingTermsProps & {
  isAccepted: boolean;
  isDisabled: boolean;
  onChange: (isAccepted: boolean) => void;
};

/**
 * The checkbox by which the student accepts the booking terms, with a link to the terms. It is beside the button that
 * is disabled until the terms are accepted.
 */
export function AcceptTerms({ settings, isAccepted, isDisabled, onChange }: AcceptTermsProps) {
  return (
    <div className={classes.accept}>
      <Checkbox
        label={settings.terms_checkbox_text ?? 'I accept the booking terms.'}
        checked={isAccepted}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        classNames={{ body: classes.acceptBody ?? '', label: classes.acceptLabel ?? '' }}
      />
      <a href="#booking-terms" className={`touch small ${classes.readTerms}`}>
        Read the terms
      </a>
    </div>
  );
}
