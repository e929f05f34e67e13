import type { SiteServer } from './site-server.ts';

/** The academy's staff at their commands, while students are on the site. */
export class Office {
  readonly #site: Pick<SiteServer, 'command'>;

  constructor(site: Pick<SiteServer, 'command'>) {
    this.#site = site;
  }

  /** Nobody can book the batch any more. */
  async closesBatch(batchId: string): Promise<void> {
    await this.#site.command('batches', 'close', batchId);
  }

  /** Enquiries and grievances as the staff's list has them, a line each. */
  async readsSubmissions(): Promise<string[]> {
    return (await this.#site.command('submissions', 'list')).split('\n');
  }

  /** New terms: students accept them again. */
  async changesTerms(html: string): Promise<void> {
    await this.#site.command('settings', 'set', 'terms_content', html);
  }
}
