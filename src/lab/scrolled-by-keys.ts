/** For a region that scrolls and holds nothing to press: the keyboard reaches it itself. */
export const scrolledByKeys = { tabIndex: 0 };
