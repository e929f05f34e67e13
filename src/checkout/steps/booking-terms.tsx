import '../../ui/controls.css';
import { Checkbox } from '@mantine/core';
import type { BookingSettings } from '../../../contract/booking.ts';
import { RichText } from '../../content/rich-text.tsx';
import classes from '../checkout.module.css';

/** A scrollable region must be focusable, so that it can be scrolled with the keyboard. */
const scrollable = { tabIndex: 0 };

type BookingTermsProps = {
  settings: Partial<BookingSettings>;
  isAccepted: boolean;
  isDisabled: boolean;
  onChange: (isAccepted: boolean) => void;
};

/** The booking terms with their checkbox. Title, terms and checkbox label come from the booking settings. */
export function BookingTerms({ settings, isAccepted, isDisabled, onChange }: BookingTermsProps) {
  const title = settings.terms_title ?? 'Booking terms';
  return (
    <section className="stack shrink gap-4" aria-labelledby="booking-terms">
      <h2 id="booking-terms">{title}</h2>
      <section
        className={`panel p-4 rounded small ${classes.terms}`}
        aria-label={`${title}, full text`}
        {...scrollable}
      >
        <RichText html={settings.terms_content ?? ''} />
      </section>
      <Checkbox
        label={settings.terms_checkbox_text ?? 'I accept the booking terms.'}
        checked={isAccepted}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        classNames={{ root: classes.accept ?? '', body: classes.acceptBody ?? '' }}
      />
    </section>
  );
}
