import type { BookingGroup } from '../../../contract/booking.ts';
import type { PathEvent, PathValue } from '../../../lab/path-file.ts';
import type { addToCartMachine } from '../../../machines/add-to-cart.machine.ts';
import { isSelectable } from '../../../machines/batch-rules.ts';
import { BookingPage, chooseOther } from './booking-page.ts';
import { CartAddCalls } from './cart-add-calls.ts';
import { expectedOfferScreen, type OwnTexts } from './offer-screens.ts';
import type { DrivenMachine, ExpectedScreen, PageModel, Stage } from './page-model.ts';

const texts: OwnTexts<typeof addToCartMachine> = {
  idle: ['Add to cart'],
  failed: ['Add to cart'],
};

type Course = { id: number; course_name: string };

/** Returns the course with the most batches that can be chosen, so that a test path can choose a second batch. */
function findCourse(groups: readonly BookingGroup[]): Course {
  const courses = groups.flatMap((group) => group.courses);
  const [course] = courses.toSorted(
    (one, other) => other.batches.filter(isSelectable).length - one.batches.filter(isSelectable).length,
  );
  if (!course) throw new Error('no course is offered');
  return course;
}

class AddToCartModel implements PageModel {
  readonly #stage: Stage;
  readonly #bookingPage: BookingPage;
  readonly #adds: CartAddCalls;
  #course: Course = { id: 0, course_name: '' };
  #chosen = '';

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#bookingPage = new BookingPage(stage.page);
    this.#adds = new CartAddCalls(this.#bookingPage);
  }

  async begin(input: PathValue): Promise<void> {
    const bookingPage = this.#bookingPage;
    await bookingPage.signIn();
    this.#course = findCourse(await bookingPage.readOffers('individual'));
    await bookingPage.interceptCalls({ type: 'course', id: this.#course.id });
    await bookingPage.removeItem();
    await this.#adds.hold();
    this.#stage.watch.filterBySubject(this.#course.id);
    await bookingPage.open('individual');
    if (!JSON.stringify(input).includes('key.queued')) return;
    // Wait until the state machine has started: the server-rendered HTML already shows the list of batches, but a
    // choice made before hydration would be lost.
    await this.#stage.watch.begin('idle');
    await this.#choose();
    await this.#adds.queue(this.#card, () => this.#pressAdd());
  }

  async prepareFor(next: PathEvent | undefined): Promise<void> {
    await this.#adds.prepareFor(next);
  }

  async act(event: PathEvent): Promise<void> {
    const { type } = event;
    if (type === 'batch.choose') return this.#choose();
    if (type === 'cart.add') return this.#pressAdd();
    if (type === 'batches.update') return this.#update(JSON.stringify(event.batches).includes('full'));
    return this.#adds.bringAbout(event);
  }

  expectedScreen(state: string, event: PathEvent | null): ExpectedScreen {
    return expectedOfferScreen(texts, state, event);
  }

  isStable(state: string): boolean {
    return this.#adds.isStable(state);
  }

  get #card() {
    return this.#bookingPage.cardOf(this.#course.course_name);
  }

  async #choose(): Promise<void> {
    this.#chosen = await chooseOther(this.#card.getByRole('combobox'));
  }

  #pressAdd(): Promise<void> {
    return this.#card.getByRole('button', { name: 'Add to cart' }).click();
  }

  /** Makes the page load the courses again. `isFull`: whether the batch chosen by the test path is then sold out. */
  async #update(isFull: boolean): Promise<void> {
    this.#bookingPage.changeOffers((groups) => {
      for (const batch of groups.flatMap((group) => group.courses).flatMap(({ batches }) => batches))
        if (isFull && String(batch.id) === this.#chosen) batch.available = 0;
    });
    await this.#bookingPage.searchAgain(this.#course.course_name);
  }
}

export const addToCartPages: DrivenMachine = {
  machine: 'addToCart',
  createModel: (stage) => new AddToCartModel(stage),
};
