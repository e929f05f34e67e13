import type { SiteServer } from './site-server.ts';

/** The academy's staff, who run commands while students use the site. */
export class Staff {
  readonly #site: Pick<SiteServer, 'command'>;

  constructor(site: Pick<SiteServer, 'command'>) {
    this.#site = site;
  }

  /** Closes a batch for booking. */
  async closesBatch(batchId: string): Promise<void> {
    await this.#site.command('batches', 'close', batchId);
  }

  /** Reduces a batch without bookings to one seat and keeps that seat for the office. */
  async fillsBatch(batchId: string): Promise<void> {
    await this.#site.command('batches', 'set-office', batchId, '0', '--reason', 'as agreed');
    await this.#site.command('batches', 'set-seats', batchId, '1', '--reason', 'as agreed');
    await this.#site.command('batches', 'set-office', batchId, '1', '--reason', 'as agreed');
  }

  /** Releases the seat that was kept for the office. */
  async freesSeat(batchId: string): Promise<void> {
    await this.#site.command('batches', 'set-office', batchId, '0', '--reason', 'as agreed');
  }

  /** Lines of the list of enquiries and grievances, one for each. */
  async readsSubmissions(): Promise<string[]> {
    return (await this.#site.command('submissions', 'list')).split('\n');
  }

  /** Replaces the booking terms, which students then have to accept again. */
  async changesTerms(html: string): Promise<void> {
    await this.#site.command('settings', 'set', 'terms_content', html);
  }
}
