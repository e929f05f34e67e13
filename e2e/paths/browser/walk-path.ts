import { expect, type Page } from '@playwright/test';
import type { PathEvent, PathFile } from '../../../contract/path-file.ts';
import { stateName } from '../../../machines/paths/chart.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import type { SeenMoment } from './machine-watch.ts';
import {
  type DrivenMachine,
  isHeardAs,
  type PageModel,
  type ShownText,
  type Stage,
  type StateSight,
} from './page-model.ts';

/** What a step was to show and what it showed; `picture` is a JPEG. `faults` in words: empty where all is right. */
export type StepSight = {
  event: string;
  expected: string;
  actual: string;
  url: string;
  texts: string[];
  faults: string[];
  picture: Buffer | null;
};

export type PathWalk = {
  file: PathFile;
  steps: StepSight[];
  /** Transitions as the registry names them. */
  taken: string[];
  isRight: boolean;
  milliseconds: number;
};

/** `pictures`: of every step, of each state's first sight and of what is wrong, or of what is wrong. */
export type WalkChoices = { pictures: 'every' | 'first' | 'wrong'; judged: Set<string>; patience?: number };

const shownPatience = 5000;

export function eventWords(event: PathEvent): string {
  const { type, outcome, ...payload } = event;
  const words = Object.entries(payload).map(([name, value]) => {
    const isNamed = typeof value === 'object' && value !== null && 'fixture' in value;
    return `${name}: ${isNamed ? String(value.fixture) : JSON.stringify(value)}`;
  });
  return [type, outcome, words.length > 0 ? `(${words.join(', ')})` : ''].filter(Boolean).join(' ');
}

async function missesText(page: Page, text: ShownText, patience: number): Promise<boolean> {
  const shown = page.getByText(text).filter({ visible: true }).first();
  return shown.waitFor({ state: 'visible', timeout: patience }).then(
    () => false,
    () => true,
  );
}

/** In a path file `*` stands for a part of the address that is an id. */
async function missesAddress(page: Page, address: string | RegExp, patience: number): Promise<boolean> {
  const parts = (text: string) => text.split('*').map((part) => part.replaceAll('.', '\\.'));
  const pattern = typeof address === 'string' ? new RegExp(`^${parts(address).join('[^/]+')}$`) : address;
  const isThere = (url: URL) => pattern.test(url.pathname);
  return page.waitForURL(isThere, { timeout: patience, waitUntil: 'commit' }).then(
    () => false,
    () => true,
  );
}

/** Walks one path on one page. */
class Walk {
  readonly #stage: Stage;
  readonly #model: PageModel;
  readonly #choices: WalkChoices;
  readonly #machine: string;
  readonly #steps: StepSight[] = [];

  constructor(stage: Stage, driven: DrivenMachine, choices: WalkChoices) {
    this.#stage = stage;
    this.#model = driven.createModel(stage);
    this.#machine = driven.machine;
    this.#choices = choices;
  }

  async run(file: PathFile): Promise<StepSight[]> {
    await this.#model.foresee?.(file.steps[0]?.event);
    const isBegun = await this.#step(null, file.start, async () => {
      await this.#model.begin(file.input);
      return this.#stage.watch.begin(file.start.state);
    });
    if (!isBegun) return this.#steps;
    for (const [place, { event, expect: wanted }] of file.steps.entries()) {
      const isRight = await this.#step(event, wanted, async () => {
        await this.#model.foresee?.(file.steps[place + 1]?.event);
        await this.#model.act(event);
        return this.#stage.watch.next(isHeardAs(event));
      });
      if (!isRight) break;
    }
    return this.#steps;
  }

  async #step(
    event: PathEvent | null,
    { state: expected, texts = [], url }: PathFile['start'],
    make: () => Promise<SeenMoment | null>,
  ): Promise<boolean> {
    const faults: string[] = [];
    const seen = await make().catch((error: Error) => {
      faults.push(`the event could not be made: ${error.message.split('\n')[0]}`);
      return null;
    });
    const now = seen ?? (await this.#stage.watch.current());
    const actual = now ? stateName(now.value as string) : 'no machine runs';
    if (!seen && faults.length === 0) faults.push('the machine did not hear the event');
    if (actual !== expected) faults.push(`the machine is in ${actual}, not in ${expected}`);
    const { page } = this.#stage;
    const wanted = this.#model.sight(expected, event);
    const isLasting = this.#model.isLasting?.(expected) ?? true;
    if (faults.length === 0 && isLasting) faults.push(...(await this.#look(expected, wanted, { texts, url })));
    this.#steps.push({
      event: event ? eventWords(event) : 'the page opens',
      expected,
      actual,
      url: new URL(page.url()).pathname,
      texts: [...wanted.texts.map(String), ...texts],
      faults,
      picture: await this.#picture(expected, faults.length > 0),
    });
    this.#choices.judged.add(`${this.#machine} ${expected}`);
    return faults.length === 0;
  }

  async #look(
    state: string,
    sight: StateSight,
    told: { texts: readonly string[]; url: string | undefined },
  ): Promise<string[]> {
    const { page } = this.#stage;
    const faults: string[] = [];
    const patience = this.#choices.patience ?? shownPatience;
    for (const text of [...sight.texts, ...told.texts])
      if (await missesText(page, text, patience)) faults.push(`the screen does not show ${String(text)}`);
    for (const address of [sight.url, ...(told.url ? [told.url] : [])])
      if (await missesAddress(page, address, patience))
        faults.push(`the address is ${new URL(page.url()).pathname}, not ${String(address)}`);
    for (const name of sight.absent ?? []) {
      const isOffered = await page
        .getByRole('button', { name })
        .or(page.getByRole('link', { name }))
        .first()
        .isVisible();
      if (isOffered) faults.push(`the screen offers ${name}, which the chart forbids`);
    }
    if (!this.#choices.judged.has(`${this.#machine} ${state}`))
      await expectAccessible(page).catch((error: Error) => faults.push(`axe: ${error.message.slice(0, 600)}`));
    return faults;
  }

  async #picture(state: string, isWrong: boolean): Promise<Buffer | null> {
    const { pictures, judged } = this.#choices;
    const isFirst = !judged.has(`${this.#machine} ${state}`);
    if (!isWrong && pictures !== 'every' && !(pictures === 'first' && isFirst)) return null;
    return this.#stage.page
      .screenshot({ type: 'jpeg', quality: 55, scale: 'css', animations: 'disabled', timeout: 5000 })
      .catch(() => null);
  }
}

/** Walks a path in the real site and tells every step. */
export async function walkPath(
  file: PathFile,
  driven: DrivenMachine,
  stage: Stage,
  choices: WalkChoices,
): Promise<PathWalk> {
  const began = performance.now();
  const steps = await new Walk(stage, driven, choices).run(file);
  return {
    file,
    steps,
    taken: [...new Set(stage.watch.passed.flatMap(({ taken }) => taken))],
    isRight: steps.every(({ faults }) => faults.length === 0),
    milliseconds: performance.now() - began,
  };
}

/** For tests: that a walk went as its path says, told in one line where it did not. */
export function expectRight({ file, steps }: PathWalk): void {
  const wrong = steps.findIndex(({ faults }) => faults.length > 0);
  const told = steps[wrong] ? `step ${wrong} (${steps[wrong].event}): ${steps[wrong].faults.join('; ')}` : '';
  expect.soft(told, file.title).toBe('');
}
