/**
 * Name under which the device stores a student's saved checkout. Earlier releases used the same name, so it must not
 * change.
 */
export const checkoutName = (studentId: string) => ['checkout', studentId] as const;
