/** Name of the saved checkout on the device. Earlier releases used the same name, so it must not change. */
export const checkoutName = (studentId: string) => ['checkout', studentId] as const;
