/** First and last name of a member of staff, as far as they are given. */
export function staffName({ first_name, last_name }: { first_name?: string; last_name?: string }): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}
