import { expect, type Page } from '@playwright/test';
import { stateName } from '../../lab/chart/chart.ts';
import { findFlow } from '../../lab/flows.ts';
import type { PathEvent, PathFile } from '../../lab/path-file.ts';
import { describeEvent } from '../../lab/paths/path-events.ts';
import { findImpossibleStep, type ImpossibleStep } from '../../lab/paths/screen-steps.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import type { SeenStep } from './machine-watch.ts';
import {
  type DrivenMachine,
  type ExpectedScreen,
  matchesEvent,
  type PageModel,
  type ShownText,
  type Stage,
} from './models/page-model.ts';

/** What a step of a path should have led to, and what it led to. */
export type StepResult = {
  event: string;
  expected: string;
  actual: string;
  url: string;
  texts: string[];
  /** One sentence for each difference. */
  faults: string[];
  /** Why no screen can cause the step's event; null if a screen can. */
  obstacle: string | null;
  /** A screenshot as JPEG; null if none was taken. */
  picture: Buffer | null;
};

/** How a walk ended. */
export type WalkResult =
  /** Every step led where the path says. */
  | 'asWritten'
  /** A step led elsewhere than the path says. */
  | 'different'
  /** The walk stopped before an event that no screen can cause, which is no fault of the product. */
  | 'impossible';

export type PathWalk = {
  file: PathFile;
  steps: StepResult[];
  /** Names of the transitions that the machine has taken, such as `login.lookingUp xstate.done.actor.lookUp 1`. */
  taken: string[];
  result: WalkResult;
  milliseconds: number;
};

type WalkOptions = {
  /**
   * Take screenshots at every step (`every`), at the first step in each state and at faults (`first`), or only at
   * faults (`wrong`).
   */
  pictures: 'every' | 'first' | 'wrong';
  /**
   * The states whose screens earlier walks have checked for accessibility, so that this walk does not check them again.
   * The walk adds the states that it reaches.
   */
  checkedStates: Set<string>;
  timeoutMs?: number;
};

/** How long to wait for a text or a URL to appear, in milliseconds. */
const defaultTimeoutMs = 5000;

async function missesText(page: Page, text: ShownText, timeoutMs: number): Promise<boolean> {
  const shown = page.getByText(text).filter({ visible: true }).first();
  return shown.waitFor({ state: 'visible', timeout: timeoutMs }).then(
    () => false,
    () => true,
  );
}

/**
 * Resolves with true if the page does not reach the URL before the timeout. In a path file, `*` in a URL stands for an
 * id.
 */
async function missesAddress(page: Page, address: string | RegExp, timeoutMs: number): Promise<boolean> {
  const parts = (text: string) => text.split('*').map((part) => part.replaceAll('.', '\\.'));
  const pattern = typeof address === 'string' ? new RegExp(`^${parts(address).join('[^/]+')}$`) : address;
  const isThere = (url: URL) => pattern.test(url.pathname);
  return page.waitForURL(isThere, { timeout: timeoutMs, waitUntil: 'commit' }).then(
    () => false,
    () => true,
  );
}

/**
 * Walks one path on one page: causes its events one after the other and compares what happens with what the path says.
 */
class Walk {
  readonly #stage: Stage;
  readonly #model: PageModel;
  readonly #options: WalkOptions;
  readonly #machine: string;
  readonly #steps: StepResult[] = [];

  constructor(stage: Stage, driven: DrivenMachine, options: WalkOptions) {
    this.#stage = stage;
    this.#model = driven.createModel(stage);
    this.#machine = driven.machine;
    this.#options = options;
  }

  async run(file: PathFile, impossible: ImpossibleStep | null): Promise<StepResult[]> {
    await this.#model.prepareFor?.(file.steps[0]?.event);
    const isStarted = await this.#step(null, file.start, async () => {
      await this.#model.begin(file.input);
      return this.#stage.watch.begin(file.start.state);
    });
    if (!isStarted) return this.#steps;
    for (const [index, { event, expect: wanted }] of file.steps.entries()) {
      if (impossible?.step === index + 1) {
        await this.#stopBefore(event, wanted, impossible.reason);
        break;
      }
      const isRight = await this.#step(event, wanted, async () => {
        await this.#model.prepareFor?.(file.steps[index + 1]?.event);
        await this.#model.act(event);
        return this.#stage.watch.next(matchesEvent(event, wanted.state));
      });
      if (!isRight) break;
    }
    return this.#steps;
  }

  /** Ends the walk before an event that no screen can cause. */
  async #stopBefore(event: PathEvent, { state }: PathFile['start'], obstacle: string): Promise<void> {
    const actual = await this.#currentState();
    const url = new URL(this.#stage.page.url()).pathname;
    const picture = await this.#picture(state, true);
    this.#steps.push({
      ...{ event: describeEvent(event), expected: state, actual, url, texts: [], faults: [] },
      ...{ obstacle, picture },
    });
  }

  async #currentState(): Promise<string> {
    const current = await this.#stage.watch.current();
    return current ? stateName(current.value as string) : 'no machine runs';
  }

  async #step(
    event: PathEvent | null,
    { state: expected, texts = [], url }: PathFile['start'],
    cause: () => Promise<SeenStep | null>,
  ): Promise<boolean> {
    const faults: string[] = [];
    const seen = await cause().catch((error: Error) => {
      faults.push(`the event could not be caused: ${error.message.split('\n')[0]}`);
      return null;
    });
    const actual = seen ? stateName(seen.value as string) : await this.#currentState();
    if (!seen && faults.length === 0) faults.push('the machine did not receive the event');
    if (actual !== expected) faults.push(`the machine is in ${actual}, not in ${expected}`);
    const { page } = this.#stage;
    const wanted = this.#model.expectedScreen(expected, event);
    const isStable = this.#model.isStable?.(expected) ?? true;
    if (faults.length === 0 && isStable) faults.push(...(await this.#check(expected, wanted, { texts, url })));
    this.#steps.push({
      event: event ? describeEvent(event) : 'the page opens',
      expected,
      actual,
      url: new URL(page.url()).pathname,
      texts: [...wanted.texts.map(String), ...texts],
      faults,
      obstacle: null,
      picture: await this.#picture(expected, faults.length > 0),
    });
    this.#options.checkedStates.add(`${this.#machine} ${expected}`);
    return faults.length === 0;
  }

  async #check(
    state: string,
    screen: ExpectedScreen,
    fromFile: { texts: readonly string[]; url: string | undefined },
  ): Promise<string[]> {
    const { page } = this.#stage;
    const faults: string[] = [];
    const timeoutMs = this.#options.timeoutMs ?? defaultTimeoutMs;
    for (const text of [...screen.texts, ...fromFile.texts])
      if (await missesText(page, text, timeoutMs)) faults.push(`the screen does not show ${String(text)}`);
    for (const address of [screen.url, ...(fromFile.url ? [fromFile.url] : [])])
      if (await missesAddress(page, address, timeoutMs))
        faults.push(`the address is ${new URL(page.url()).pathname}, not ${String(address)}`);
    for (const name of screen.absent ?? []) {
      const isOffered = await page
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .first()
        .isVisible();
      if (isOffered) faults.push(`the screen offers ${name}, which the chart forbids`);
    }
    if (!this.#options.checkedStates.has(`${this.#machine} ${state}`))
      await expectAccessible(page).catch((error: Error) => faults.push(`axe: ${error.message.slice(0, 600)}`));
    return faults;
  }

  async #picture(state: string, isWrong: boolean): Promise<Buffer | null> {
    const { pictures, checkedStates } = this.#options;
    const isFirst = !checkedStates.has(`${this.#machine} ${state}`);
    if (!isWrong && pictures !== 'every' && !(pictures === 'first' && isFirst)) return null;
    return this.#stage.page
      .screenshot({ type: 'jpeg', quality: 55, scale: 'css', animations: 'disabled', timeout: 5000 })
      .catch(() => null);
  }
}

function resultOf(steps: readonly StepResult[]): WalkResult {
  if (steps.some(({ faults }) => faults.length > 0)) return 'different';
  return steps.some(({ obstacle }) => obstacle !== null) ? 'impossible' : 'asWritten';
}

/**
 * Walks a path on the real site by causing its events on the screens. Stops after the first step that leads elsewhere
 * than the path says, and before an event that no screen can cause.
 */
export async function walkPath(
  file: PathFile,
  driven: DrivenMachine,
  stage: Stage,
  options: WalkOptions,
): Promise<PathWalk> {
  const startedAt = performance.now();
  const flow = findFlow(driven.machine);
  const impossible = flow && (await findImpossibleStep(flow, file));
  const steps = await new Walk(stage, driven, options).run(file, impossible);
  return {
    file,
    steps,
    taken: [...new Set(stage.watch.readSteps.flatMap(({ taken }) => taken))],
    result: resultOf(steps),
    milliseconds: performance.now() - startedAt,
  };
}

/** Describes the first step that did not go as the path says; an empty string if every step did. */
export function describeProblem({ steps }: Pick<PathWalk, 'steps'>): string {
  const index = steps.findIndex(({ faults, obstacle }) => faults.length > 0 || obstacle !== null);
  const step = steps[index];
  return step ? `step ${index} (${step.event}): ${step.obstacle ?? step.faults.join('; ')}` : '';
}

/** Asserts that a walk went as its path says. The message of a failure describes the first step that did not. */
export function expectRight(walk: PathWalk): void {
  expect.soft(describeProblem(walk), walk.file.title).toBe('');
}
