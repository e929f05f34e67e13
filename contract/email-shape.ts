/**
 * Matches texts of the form `name@example.com`. The part of the pattern before `\.` excludes dots, so that it can match
 * a text in only one way. Otherwise the time to reject a text of many dots would grow with the square of its length.
 */
export const emailShape = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;
