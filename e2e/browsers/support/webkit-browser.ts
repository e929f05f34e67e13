import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Builder, By, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findFreePort } from '../../support/site/site-server.ts';
import type { Browser, Driver, Handle, Viewport } from './engine.ts';

/** Paths of the programs. `driver`: WebKitWebDriver. `browser`: WebKitGTK's MiniBrowser. `display`: Xvfb. */
export type WebKitPrograms = { driver: string; browser: string; display: string };

const scriptTimeoutMs = 60_000;
const startAttempts = 50;

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}

/**
 * Starts a virtual display, because WebKitGTK has no headless mode. @returns the process and the display's name, such
 * as `:99`
 */
async function startDisplay(path: string): Promise<{ program: ChildProcess; name: string }> {
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const program = spawn(path, ['-displayfd', '3', ...screen], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(createInterface({ input: program.stdio[3] as Readable }), 'line');
  return { program, name: `:${number}` };
}

/** Evaluates a JavaScript expression in the page, awaits the value if it is a promise, and returns it. */
async function evaluate(driver: WebDriver, expression: string): Promise<unknown> {
  const result: { value?: unknown; error?: string } = await driver.executeAsyncScript(
    `const done = arguments[arguments.length - 1];
     new Promise((resolve) => resolve(${expression})).then(
       (value) => done({ value }),
       (error) => done({ error: String(error) + '\\n' + (error && error.stack) }),
     );`,
  );
  if (result.error) throw new Error(result.error);
  return result.value;
}

function handleOf(found: WebElement): Handle {
  return {
    tap: () => found.click(),
    async type(text) {
      await found.clear();
      await found.sendKeys(text);
    },
    choose: (value) => found.findElement(By.css(`option[value="${value}"]`)).click(),
    upload: (path) => found.sendKeys(path),
  };
}

/** `front`: the handle of the window that currently receives WebDriver commands. */
type Session = { driver: WebDriver; front: string };

function driverOf(session: Session, window: string): Driver {
  const shown = async () => {
    if (session.front !== window) await session.driver.switchTo().window(window);
    session.front = window;
    return session.driver;
  };
  return {
    errors: [],
    goto: async (address) => (await shown()).get(address),
    reload: async () => (await shown()).navigate().refresh(),
    address: async () => (await shown()).getCurrentUrl(),
    evaluate: async (expression) => evaluate(await shown(), expression),
    async element(expression) {
      const found = await evaluate(await shown(), expression);
      return found ? handleOf(found as WebElement) : null;
    },
    type: async (text) => (await (await shown()).switchTo().activeElement()).sendKeys(text),
    press: async (key) =>
      (await (await shown()).switchTo().activeElement()).sendKeys(key === 'Enter' ? Key.ENTER : Key.ESCAPE),
    screenshot: async () => Buffer.from(await (await shown()).takeScreenshot(), 'base64'),
    show: async () => void (await shown()),
  };
}

async function waitForServer(port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      return;
    } catch (error) {
      if (attempt === startAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Gives the window the size of the viewport. In full screen mode the browser shows no toolbars, so the page fills the
 * window. No window manager runs on the display, so nothing changes the size later.
 */
async function fitWindow(driver: WebDriver, { width, height }: Viewport): Promise<void> {
  await driver.manage().window().setRect({ x: 0, y: 0, width, height });
}

/**
 * Starts WebKitGTK's MiniBrowser on a virtual display of its own and drives it through WebDriver. Its profile exists
 * only in memory, so `restart` replaces the tabs but leaves the browser running.
 */
export async function openWebKit(programs: WebKitPrograms, viewport: Viewport): Promise<Browser> {
  const display = await startDisplay(programs.display);
  const port = await findFreePort();
  const env = {
    ...process.env,
    DISPLAY: display.name,
    TZ: 'Asia/Kolkata',
    LANGUAGE: 'en_IN',
    LANG: 'en_IN.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const server = spawn(programs.driver, [`--port=${port}`], { env, stdio: 'ignore' });
  await waitForServer(port);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation', '--full-screen'] },
    })
    .build();
  await driver.manage().setTimeouts({ script: scriptTimeoutMs });
  await fitWindow(driver, viewport);
  const session: Session = { driver, front: await driver.getWindowHandle() };
  let isUsed = false;
  const openTab = async () => {
    await driver.switchTo().newWindow('window');
    session.front = await driver.getWindowHandle();
    await fitWindow(driver, viewport);
    return driverOf(session, session.front);
  };
  return {
    async open() {
      if (isUsed) return openTab();
      isUsed = true;
      return driverOf(session, session.front);
    },
    async restart() {
      const old = await driver.getAllWindowHandles();
      const tab = await openTab();
      for (const window of old) {
        await driver.switchTo().window(window);
        await driver.close();
      }
      session.front = '';
      return tab;
    },
    async close() {
      await driver.quit().catch(() => {});
      await end(server);
      await end(display.program);
    },
  };
}
