import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';

type DeviceOptions = BrowserContextOptions & { launchOptions: LaunchOptions };

/**
 * A browser with its profile on disk, so that its storage survives closing and reopening the browser, as on a student's
 * phone.
 */
export class Device {
  readonly #folder: string;
  readonly #options: DeviceOptions;
  readonly #onOpened: (context: BrowserContext) => Promise<void>;
  #context: BrowserContext | null = null;

  private constructor(folder: string, options: DeviceOptions, onOpened: (context: BrowserContext) => Promise<void>) {
    this.#folder = folder;
    this.#options = options;
    this.#onOpened = onOpened;
  }

  static async create(options: DeviceOptions, onOpened: (context: BrowserContext) => Promise<void>): Promise<Device> {
    return new Device(await mkdtemp(join(tmpdir(), 'landfall-device-')), options, onOpened);
  }

  /** Starts the browser with one empty tab. Tabs that were open before `close` are not restored. */
  async open(): Promise<Page> {
    const { launchOptions, ...options } = this.#options;
    this.#context = await chromium.launchPersistentContext(this.#folder, { ...launchOptions, ...options });
    await this.#onOpened(this.#context);
    return this.#context.pages()[0] ?? this.#context.newPage();
  }

  /** Closes the browser. Its profile stays on disk. */
  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }

  async dispose(): Promise<void> {
    await this.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
