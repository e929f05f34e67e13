/**
 * Matches texts of the form `name@example.com`. The middle part excludes dots, so that there is only one way to match a
 * text: otherwise the time to reject a text of many dots would grow with the square of its length.
 */
export const emailShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
