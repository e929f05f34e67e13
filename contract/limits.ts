// This file has the numbers that server, client and screens share (docs/product.md#limits-and-timings). All times are
// in milliseconds.

/** How long toasts are shown, in milliseconds. */
export const toastTimes = { standard: 4000, notice: 5000, cartAdded: 2000 } as const;
/** An interrupted download of the offline library is retried after this many milliseconds. */
export const downloadRetry = 5000;
export const searchDebounce = 1000;
export const bookingLoginRedirect = 1500;
export const cartLoginRedirect = 1500;
export const profileLoginRedirect = 500;
export const addedReset = 2000;
export const resendCountdown = 30_000;
export const noticeAutoplay = 3000;
export const registrationRedirect = 2000;
export const resetRedirect = 2000;
export const passwordReveal = 3000;
export const activityIdle = 120_000;
export const activityDebounce = 5000;
export const codeLength = 6;

export const coursesOnListPage = 6;
export const coursesOnHomeCard = 4;
export const itemsLeftOfLogo = 4;
export const headerNameLength = 12;
export const groupDiscountSeats = 5;
export const pageLimit = 100;
/** Maximum length in characters of a search of the whole site, and maximum number of its results. */
export const maxSearchLength = 100;
export const searchResultLimit = 20;
/** Maximum number of courses in the response for one department. */
export const departmentCourseLimit = 500;

export const blogsOnHome = 4;
export const eventsOnHome = 3;
export const tagsOnCard = 2;
/** Characters of a post's excerpt on its card: about two lines. */
export const excerptOnCard = 75;
/** Posts on one page of a news list: three rows of three cards. */
export const postsOnPage = 9;
export const skeletonCards = 3;
export const wordsPerMinute = 200;

/** The maximum number of lines in an order. A cart may have more. */
export const maxOrderLines = 10;

/**
 * How many waiting lists a student can be on at once, and how many seat offers from waiting lists a student can have at
 * once.
 */
export const maxWaitingEntries = 5;
export const maxWaitingOffers = 2;

/** A batch with this many free seats or fewer is marked as nearly full. */
export const nearlyFullSeats = 5;

const minute = 60_000;
/**
 * Session lifetimes: a session expires after `idle` without use, and in any case after `absolute` since the sign-in.
 */
export const sessionLifetimes = { idle: 30 * 1440 * minute, absolute: 90 * 1440 * minute } as const;
/**
 * For how long after a sign-in the student may change the email address, phone numbers or password. A later change
 * needs a new sign-in, because all of these can be used to sign in.
 */
export const recentSignIn = 60 * minute;
/**
 * How long the server stores idempotency keys, and how long the outbox repeats a call. The outbox stops a day earlier,
 * because a call that is repeated after its key was deleted would have a second effect.
 */
export const idempotencyKeyTimes = { stored: 30 * 1440 * minute, repeated: 29 * 1440 * minute } as const;
/** How long a cached response counts as fresh, and how long it stays in memory when no component uses it. */
export const cacheTimes = {
  cart: { fresh: 5 * minute, inMemory: 10 * minute },
  frame: { fresh: 10 * minute, inMemory: 30 * minute },
  course: { fresh: 5 * minute, inMemory: 10 * minute },
  student: { fresh: 10 * minute, inMemory: 10 * minute },
  settings: { fresh: 5 * minute, inMemory: 5 * minute },
  orders: { fresh: 1440 * minute, inMemory: 1440 * minute },
  documents: { fresh: 1440 * minute, inMemory: 1440 * minute },
  enrolments: { fresh: 10 * minute, inMemory: 10 * minute },
  wallet: { fresh: 15 * minute, inMemory: 15 * minute },
  cms: { fresh: 5 * minute, inMemory: 10 * minute },
  policies: { fresh: 10 * minute, inMemory: 30 * minute },
  antiRagging: { fresh: 5 * minute, inMemory: 10 * minute },
  departments: { fresh: 5 * minute, inMemory: 5 * minute },
  posts: { fresh: 5 * minute, inMemory: 10 * minute },
} as const;
