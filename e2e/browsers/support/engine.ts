/** An element of a page, with the actions that a person performs on it. */
export type Handle = {
  tap(): Promise<void>;
  /** Replaces the text of the field, one key press at a time. */
  type(text: string): Promise<void>;
  /** Selects the option with this value in a select element. */
  choose(value: string): Promise<void>;
  upload(path: string): Promise<void>;
};

/**
 * One tab of a browser, reduced to what the journeys need, so that each browser can be driven through the protocol that
 * it supports. `expression` is JavaScript code that runs in the page; if its value is a promise, the promise is
 * awaited.
 */
export type Driver = {
  /**
   * Unhandled errors that the browser has logged, those of the service worker included. Always empty in WebKit, because
   * WebDriver does not report errors.
   */
  errors: readonly string[];
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  evaluate(expression: string): Promise<unknown>;
  element(expression: string): Promise<Handle | null>;
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Brings this tab to the front. */
  show(): Promise<void>;
};

export type Browser = {
  /** Opens a new tab. */
  open(): Promise<Driver>;
  /**
   * Closes all tabs, then opens one. If the browser's profile is on disk, the browser itself is closed and started
   * again with this profile.
   */
  restart(): Promise<Driver>;
  close(): Promise<void>;
};

export type Viewport = { width: number; height: number };
export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];
