/** Text that is a web address, or that email programs turn into a link. */
const linkLike = /:\/\/|www\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;

/**
 * `Dear Asha,`. A name that contains an address is left out, because anybody can register with somebody else's email address and
 * send them a link that way.
 */
export function greet(firstName: string): string {
  return linkLike.test(firstName) ? 'Dear student,' : `Dear ${firstName},`;
}
