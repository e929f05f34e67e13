import { useBrand } from '../use-brand.ts';

/** Note for browsers without JavaScript, in which the form does not work: names other ways to contact the academy. */
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
