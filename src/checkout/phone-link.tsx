import { telHref } from '../content/tel-href.ts';

/** A link that calls a phone number when tapped. The number never wraps. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={telHref(phone)} className="nowrap">
      {phone}
    </a>
  );
}
