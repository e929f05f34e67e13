import type { BookingGroup, CoursePackage } from '../../../contract/booking.ts';
import type { PathEvent, PathValue } from '../../../contract/path-file.ts';
import { isSelectable } from '../../../machines/batch-rules.ts';
import { BookingCounterPage, chooseOther } from './booking-counter.ts';
import { CartLine } from './cart-line.ts';
import { offerSight } from './offer-sight.ts';
import type { DrivenMachine, PageModel, ShownText, Stage, StateSight } from './page-model.ts';

const texts: Record<string, ShownText[]> = {
  choosing: [/^[01] of 2 selected$/, /^Select [12] More Course\(s\)$/],
  choiceIncomplete: ['Please select batches for all courses', /^Select [12] More Course\(s\)$/],
  unavailable: [/This package can.t be booked now: no batch with seats for/],
  ready: ['2 of 2 selected', 'Add Package'],
  failed: [/^(Add Package|Select [12] More Course\(s\))$/],
};

const choicesOf = ({ courses }: CoursePackage) => courses.map(({ batches }) => batches.filter(isSelectable).length);

/** A package of two courses, each with two batches to choose at least. */
function findPackage(groups: readonly BookingGroup[]): CoursePackage {
  const small = groups.flatMap((group) => group.packages).filter(({ courses }) => courses.length === 2);
  const found = small.find((each) => Math.min(...choicesOf(each)) >= 2);
  if (!found) throw new Error('no package of two courses has two batches for each');
  return found;
}

type Place = 0 | 1;

class PackageModel implements PageModel {
  readonly #stage: Stage;
  readonly #counter: BookingCounterPage;
  readonly #line: CartLine;
  #offer: CoursePackage | null = null;
  readonly #chosen = ['', ''];

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#counter = new BookingCounterPage(stage.page);
    this.#line = new CartLine(stage.page, () => this.#counter.removeFromCart('package', this.#package.id));
  }

  async begin(input: PathValue): Promise<void> {
    const counter = this.#counter;
    const told = JSON.stringify(input);
    await counter.signIn();
    this.#offer = findPackage(await counter.readOffers('packages'));
    await counter.removeFromCart('package', this.#package.id);
    await counter.arrange('package', this.#package.id);
    await this.#line.hold();
    this.#stage.watch.follow(this.#package.id);
    if (told.includes('lackingCourses')) this.#show('lacking');
    await counter.open('packages');
    if (!told.includes('key.queued')) return;
    for (const place of [0, 1] as const) await this.#choose(place);
    await this.#line.queue(this.#card, () => this.#press());
  }

  async foresee(next: PathEvent | undefined): Promise<void> {
    await this.#line.foresee(next);
  }

  async act(event: PathEvent): Promise<void> {
    const { type } = event;
    const place = JSON.stringify(event.courseId ?? '').includes('second') ? 1 : 0;
    if (type === 'batch.choose') return this.#choose(place);
    if (type === 'batch.clear') return this.#clear(place);
    if (type === 'package.add') return this.#press();
    if (type === 'courses.update') return this.#update(JSON.stringify(event.courses));
    return this.#line.follow(event);
  }

  sight(state: string, event: PathEvent | null): StateSight {
    return offerSight(texts, state, event);
  }

  isLasting(state: string): boolean {
    return this.#line.isLasting(state);
  }

  get #package(): CoursePackage {
    if (!this.#offer) throw new Error('no package was chosen yet');
    return this.#offer;
  }

  get #card() {
    return this.#counter.offerOf(this.#package.package_name);
  }

  async #select(place: Place) {
    const closed = this.#card.getByText('Show courses and batches');
    await this.#card.getByText(/^(Show|Hide) courses and batches$/).waitFor();
    if (await closed.isVisible()) await closed.click();
    return this.#card.getByRole('combobox').nth(place);
  }

  async #choose(place: Place): Promise<void> {
    this.#chosen[place] = await chooseOther(await this.#select(place));
  }

  async #clear(place: Place): Promise<void> {
    await (await this.#select(place)).selectOption('');
  }

  #press(): Promise<void> {
    return this.#card.getByRole('button', { name: /^(Add Package|Select \d More Course\(s\))$/ }).click();
  }

  /** `lacking`: the second course has no seats any more. `moved`: nor has its chosen batch, but others have. */
  #show(what: 'whole' | 'lacking' | 'moved'): void {
    const { id } = this.#package;
    this.#counter.look((groups) => {
      const offer = groups.flatMap((group) => group.packages).find((each) => each.id === id);
      for (const batch of offer?.courses[1]?.batches ?? [])
        if (what === 'lacking' || (what === 'moved' && String(batch.id) === this.#chosen[1])) batch.available = 0;
    });
  }

  async #update(told: string): Promise<void> {
    this.#show(told.includes('lacking') ? 'lacking' : told.includes('moved') ? 'moved' : 'whole');
    await this.#counter.searchAnew(this.#package.package_name);
  }
}

const restful = ['choosing', 'choiceIncomplete', 'unavailable', 'ready', 'failed'];

export const packagePages: DrivenMachine = {
  machine: 'packageSelection',
  createModel: (stage) => new PackageModel(stage),
  canMake: (from, { type }) => type !== 'courses.update' || restful.includes(from),
};
