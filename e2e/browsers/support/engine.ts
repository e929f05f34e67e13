/** An element of a page, as a person uses it. */
export type Handle = {
  tap(): Promise<void>;
  /** Replaces the text of the field, typing key by key. */
  type(text: string): Promise<void>;
  /** Chooses the option with this value. */
  choose(value: string): Promise<void>;
  upload(path: string): Promise<void>;
};

/**
 * One tab of a browser, reduced to what the journeys need, so that each browser can be driven through whatever protocol it
 * supports. `expression` is JavaScript that runs in the page. If it returns a promise, the promise is awaited.
 */
export type Driver = {
  /**
   * Unhandled errors that the browser has logged, including the service worker's. Always empty in WebKit, because
   * WebDriver does not report them.
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
  /** Opens a tab. */
  open(): Promise<Driver>;
  /** Closes all tabs, and the browser too if its profile is on disk. Then opens one tab. */
  restart(): Promise<Driver>;
  close(): Promise<void>;
};

export type Viewport = { width: number; height: number };
export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof engines)[number];
