import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorSummary } from '../../../../src/ui/messages/error-summary.tsx';

const missing = [{ id: 'email', label: 'Email', message: 'Email is required' }];

/** A form with one field that has failed to be submitted `tries` times. */
function FailedForm({ errors, tries }: { errors: typeof missing; tries: number }) {
  return (
    <form>
      <ErrorSummary errors={errors} tries={tries} />
      <input id="email" aria-label="Email" />
    </form>
  );
}

it('the error summary of a form takes the focus after each failed submission, but not when errors change between submissions', () => {
  const { rerender } = render(<FailedForm errors={missing} tries={1} />);
  const focused = () => document.activeElement;
  expect(focused()?.contains(screen.getByRole('alert'))).toBe(true);

  const field = screen.getByRole('textbox', { name: 'Email' });
  field.focus();
  rerender(<FailedForm errors={[]} tries={1} />);
  rerender(<FailedForm errors={missing} tries={1} />);
  expect(focused()).toBe(field);

  rerender(<FailedForm errors={missing} tries={2} />);
  expect(focused()?.contains(screen.getByRole('alert'))).toBe(true);
  expect(focused()).not.toBe(document.body);
});
