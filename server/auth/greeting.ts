/** An address of the web, or what mail programs make a link of. */
const linkLike = /:\/\/|www\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;

/** `Dear Asha,`; anybody may register with another's e-mail, so that a name which holds an address is left out. */
export function greet(firstName: string): string {
  return linkLike.test(firstName) ? 'Dear student,' : `Dear ${firstName},`;
}
