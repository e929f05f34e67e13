/** Numbers of the specification (documents 1 and 2, section 9) that both ends and the screens read. Times in milliseconds. */
export const toastTimes = { standard: 4000, notice: 5000, cartAdded: 2000 } as const;
export const searchDebounce = 1000;
export const bookingLoginRedirect = 1500;
export const cartLoginRedirect = 1500;
export const addedReset = 2000;
export const resendCountdown = 30_000;
export const noticeAutoplay = 3000;
export const codeLength = 6;

export const coursesOnListPage = 6;
export const coursesOnHomeCard = 4;
export const itemsLeftOfLogo = 4;
export const headerNameLength = 12;
export const groupDiscountSeats = 5;
export const pageLimit = 100;

/** Group notice and low-seat marks. */
export const nearlyFullSeats = 5;

const minute = 60_000;
/** How long an answer is fresh and how long it is kept in memory. */
export const cacheTimes = {
  cart: { fresh: 5 * minute, kept: 10 * minute },
  frame: { fresh: 10 * minute, kept: 30 * minute },
  course: { fresh: 5 * minute, kept: 10 * minute },
  student: { fresh: 10 * minute, kept: 10 * minute },
  settings: { fresh: 5 * minute, kept: 5 * minute },
  orders: { fresh: 1440 * minute, kept: 1440 * minute },
} as const;
