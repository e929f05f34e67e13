import { useBrand } from '../use-brand.ts';

/** Alternatives to the form for browsers without JavaScript. */
export function NoscriptNote() {
  const brand = useBrand();
  if (!brand) return null;
  return (
    <noscript>
      <p>
        This form needs JavaScript. You can write to {brand.email} or call {brand.admissions_phones[0]} instead.
      </p>
    </noscript>
  );
}
