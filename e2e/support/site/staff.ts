import type { SiteServer } from './site-server.ts';

/** The academy's staff, who run commands while students use the site. */
export class Staff {
  readonly #site: Pick<SiteServer, 'command'>;

  constructor(site: Pick<SiteServer, 'command'>) {
    this.#site = site;
  }

  /** Closes a batch to new bookings. */
  async closesBatch(batchId: string): Promise<void> {
    await this.#site.command('batches', 'close', batchId);
  }

  /** Makes a batch without bookings full: reduces it to one seat, which is reserved for sale at the office. */
  async fillsBatch(batchId: string): Promise<void> {
    await this.#site.command('batches', 'set-office', batchId, '0', '--reason', 'as agreed');
    await this.#site.command('batches', 'set-seats', batchId, '1', '--reason', 'as agreed');
    await this.#site.command('batches', 'set-office', batchId, '1', '--reason', 'as agreed');
  }

  /** Frees the one seat of a batch that `fillsBatch` has made full. */
  async freesSeat(batchId: string): Promise<void> {
    await this.#site.command('batches', 'set-office', batchId, '0', '--reason', 'as agreed');
  }

  /** Returns the lines that the command for listing enquiries and grievances prints, one line for each. */
  async readsSubmissions(): Promise<string[]> {
    return (await this.#site.command('submissions', 'list')).split('\n');
  }

  /** Replaces the booking terms, which students then have to accept again. */
  async changesTerms(html: string): Promise<void> {
    await this.#site.command('settings', 'set', 'terms_content', html);
  }
}
