import { telHref } from '../content/tel-href.ts';

/** A phone number that calls when tapped and never wraps. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={telHref(phone)} className="nowrap">
      {phone}
    </a>
  );
}
