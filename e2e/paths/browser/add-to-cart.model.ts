import type { BookingGroup } from '../../../contract/booking.ts';
import type { PathEvent, PathValue } from '../../../contract/path-file.ts';
import { isSelectable } from '../../../machines/batch-rules.ts';
import { BookingCounterPage, chooseOther } from './booking-counter.ts';
import { CartLine } from './cart-line.ts';
import { offerSight } from './offer-sight.ts';
import type { DrivenMachine, PageModel, ShownText, Stage, StateSight } from './page-model.ts';

const texts: Record<string, ShownText[]> = {
  idle: ['Add to cart'],
  failed: ['Add to cart'],
};

type Course = { id: number; course_name: string };

/** A course of which two batches can be chosen, so that the choice can change. */
function findCourse(groups: readonly BookingGroup[]): Course {
  const courses = groups.flatMap((group) => group.courses);
  const [most] = courses.toSorted(
    (one, other) => other.batches.filter(isSelectable).length - one.batches.filter(isSelectable).length,
  );
  if (!most) throw new Error('no course is offered');
  return most;
}

class AddToCartModel implements PageModel {
  readonly #stage: Stage;
  readonly #counter: BookingCounterPage;
  readonly #line: CartLine;
  #course: Course = { id: 0, course_name: '' };
  #chosen = '';

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#counter = new BookingCounterPage(stage.page);
    this.#line = new CartLine(stage.page, () => this.#counter.removeFromCart('course', this.#course.id));
  }

  async begin(input: PathValue): Promise<void> {
    const counter = this.#counter;
    await counter.signIn();
    this.#course = findCourse(await counter.readOffers('individual'));
    await counter.removeFromCart('course', this.#course.id);
    await counter.arrange('course', this.#course.id);
    await this.#line.hold();
    this.#stage.watch.follow(this.#course.id);
    await counter.open('individual');
    if (!JSON.stringify(input).includes('key.queued')) return;
    await this.#choose();
    await this.#line.queue(this.#card, () => this.#press());
  }

  async foresee(next: PathEvent | undefined): Promise<void> {
    await this.#line.foresee(next);
  }

  async act(event: PathEvent): Promise<void> {
    const { type } = event;
    if (type === 'batch.choose') return this.#choose();
    if (type === 'cart.add') return this.#press();
    if (type === 'batches.update') return this.#update(JSON.stringify(event.batches).includes('full'));
    return this.#line.follow(event);
  }

  sight(state: string, event: PathEvent | null): StateSight {
    return offerSight(texts, state, event);
  }

  isLasting(state: string): boolean {
    return this.#line.isLasting(state);
  }

  get #card() {
    return this.#counter.offerOf(this.#course.course_name);
  }

  async #choose(): Promise<void> {
    this.#chosen = await chooseOther(this.#card.getByRole('combobox'));
  }

  #press(): Promise<void> {
    return this.#card.getByRole('button', { name: 'Add to cart' }).click();
  }

  /** The offers come anew: as they are, or with the chosen batch sold out. */
  async #update(isFull: boolean): Promise<void> {
    this.#counter.look((groups) => {
      for (const batch of groups.flatMap((group) => group.courses).flatMap(({ batches }) => batches))
        if (isFull && String(batch.id) === this.#chosen) batch.available = 0;
    });
    await this.#counter.searchAnew(this.#course.course_name);
  }
}

const restful = ['idle', 'failed'];

export const addToCartPages: DrivenMachine = {
  machine: 'addToCart',
  createModel: (stage) => new AddToCartModel(stage),
  canMake: (from, { type }) => type !== 'batches.update' || restful.includes(from),
};
