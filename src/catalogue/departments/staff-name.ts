/** The full name of a faculty member. The first or last name may be missing. */
export function staffName({ first_name, last_name }: { first_name?: string; last_name?: string }): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}
