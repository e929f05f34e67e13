import { Screen } from './screen.ts';

/** Somebody who has signed in. */
export class Student extends Screen {
  async goesToBookOnline(): Promise<void> {
    await this.page.getByRole('dialog').getByRole('link', { name: 'Book Online' }).click();
    await this.arrivesAt('Book Online');
  }
}
