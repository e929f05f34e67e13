import type { BookingGroup, CoursePackage } from '../../../contract/booking.ts';
import type { PathEvent, PathValue } from '../../../lab/path-file.ts';
import { isSelectable } from '../../../machines/batch-rules.ts';
import type { packageSelectionMachine } from '../../../machines/package-selection.machine.ts';
import { BookingPage, chooseOther } from './booking-page.ts';
import { CartAddCalls } from './cart-add-calls.ts';
import { expectedOfferScreen, type OwnTexts } from './offer-screens.ts';
import type { DrivenMachine, ExpectedScreen, PageModel, Stage } from './page-model.ts';

const texts: OwnTexts<typeof packageSelectionMachine> = {
  choosing: [/^[01] of 2 selected$/, /^Select [12] More Course\(s\)$/],
  choiceIncomplete: ['Please select batches for all courses', /^Select [12] More Course\(s\)$/],
  unavailable: [/This package can.t be booked now: no batch with seats for/],
  ready: ['2 of 2 selected', 'Add Package'],
  failed: [/^(Add Package|Select [12] More Course\(s\))$/],
};

const choicesOf = ({ courses }: CoursePackage) => courses.map(({ batches }) => batches.filter(isSelectable).length);

/** Returns a package of two courses, each with at least two batches that can be chosen. */
function findPackage(groups: readonly BookingGroup[]): CoursePackage {
  const pairs = groups.flatMap((group) => group.packages).filter(({ courses }) => courses.length === 2);
  const found = pairs.find((each) => Math.min(...choicesOf(each)) >= 2);
  if (!found) throw new Error('no package of two courses has two batches for each');
  return found;
}

/** Index of a course within the package. */
type CourseIndex = 0 | 1;

class PackageModel implements PageModel {
  readonly #stage: Stage;
  readonly #bookingPage: BookingPage;
  readonly #adds: CartAddCalls;
  #offer: CoursePackage | null = null;
  readonly #chosen = ['', ''];

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#bookingPage = new BookingPage(stage.page);
    this.#adds = new CartAddCalls(this.#bookingPage);
  }

  async begin(input: PathValue): Promise<void> {
    const bookingPage = this.#bookingPage;
    const inputText = JSON.stringify(input);
    await bookingPage.signIn();
    this.#offer = findPackage(await bookingPage.readOffers('packages'));
    await bookingPage.interceptCalls({ type: 'package', id: this.#package.id });
    await bookingPage.removeItem();
    await this.#adds.hold();
    this.#stage.watch.filterBySubject(this.#package.id);
    if (inputText.includes('lackingCourses')) {
      this.#changePackage('lacking');
      await bookingPage.serveShell();
    }
    await bookingPage.open('packages');
    if (!inputText.includes('key.queued')) return;
    // Wait until the state machine runs. The server-rendered page already shows the list of batches, but a choice made
    // before hydration would be lost.
    await this.#stage.watch.begin('choosing');
    for (const index of [0, 1] as const) await this.#choose(index);
    await this.#adds.queue(this.#card, () => this.#pressAdd());
  }

  async prepareFor(next: PathEvent | undefined): Promise<void> {
    await this.#adds.prepareFor(next);
  }

  async act(event: PathEvent): Promise<void> {
    const { type } = event;
    const index = JSON.stringify(event.courseId ?? '').includes('second') ? 1 : 0;
    if (type === 'batch.choose') return this.#choose(index);
    if (type === 'batch.clear') return this.#clear(index);
    if (type === 'package.add') return this.#pressAdd();
    if (type === 'courses.update') return this.#update(JSON.stringify(event.courses));
    return this.#adds.bringAbout(event);
  }

  expectedScreen(state: string, event: PathEvent | null): ExpectedScreen {
    return expectedOfferScreen(texts, state, event);
  }

  isStable(state: string): boolean {
    return this.#adds.isStable(state);
  }

  get #package(): CoursePackage {
    if (!this.#offer) throw new Error('no package was chosen yet');
    return this.#offer;
  }

  get #card() {
    return this.#bookingPage.cardOf(this.#package.package_name);
  }

  async #select(index: CourseIndex) {
    const closed = this.#card.getByText('Show courses and batches');
    await this.#card.getByText(/^(Show|Hide) courses and batches$/).waitFor();
    if (await closed.isVisible()) await closed.click();
    return this.#card.getByRole('combobox').nth(index);
  }

  async #choose(index: CourseIndex): Promise<void> {
    this.#chosen[index] = await chooseOther(await this.#select(index));
  }

  async #clear(index: CourseIndex): Promise<void> {
    await (await this.#select(index)).selectOption('');
  }

  async #pressAdd(): Promise<void> {
    // First open the list of the package's courses. While the list is closed, the button for adding the package only
    // opens the list.
    await this.#select(0);
    await this.#card.getByRole('button', { name: /^(Add Package|Select \d More Course\(s\))$/ }).click();
  }

  /**
   * Changes the package in the response that the page loads next.
   * - `whole`: no change
   * - `lacking`: no batch of the second course has seats left
   * - `moved`: only the chosen batch of the second course has no seats left
   */
  #changePackage(what: 'whole' | 'lacking' | 'moved'): void {
    const { id } = this.#package;
    this.#bookingPage.changeOffers((groups) => {
      const offer = groups.flatMap((group) => group.packages).find((each) => each.id === id);
      for (const batch of offer?.courses[1]?.batches ?? [])
        if (what === 'lacking' || (what === 'moved' && String(batch.id) === this.#chosen[1])) batch.available = 0;
    });
  }

  async #update(courses: string): Promise<void> {
    this.#changePackage(courses.includes('lacking') ? 'lacking' : courses.includes('moved') ? 'moved' : 'whole');
    await this.#bookingPage.searchAgain(this.#package.package_name);
  }
}

export const packagePages: DrivenMachine = {
  machine: 'packageSelection',
  createModel: (stage) => new PackageModel(stage),
};
