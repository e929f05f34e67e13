/** Matches text that is a web address, or that email programs turn into a link. */
const linkLike = /:\/\/|www\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;

/**
 * The greeting of an email, such as `Dear Asha,`. A name that contains a web address is left out: otherwise anybody
 * could send a stranger a link by registering with the stranger's email address.
 */
export function greet(firstName: string): string {
  return linkLike.test(firstName) ? 'Dear student,' : `Dear ${firstName},`;
}
