import { useBrand } from '../use-brand.ts';

/** Where scripts are switched off the form cannot send, and says what can. */
export function NoScriptNote() {
  const brand = useBrand();
  if (!brand) return null;
  return (
    <noscript>
      <p>
        This form needs JavaScript to send. Write to {brand.email} or call {brand.admissions_phones[0]} instead.
      </p>
    </noscript>
  );
}
