import type { StaffRole } from '../../../contract/staff/permissions.ts';
import type { SiteServer } from './site-server.ts';

/** The academy's staff, who run commands while students use the site. */
export class Staff {
  readonly #site: Pick<SiteServer, 'command'>;

  constructor(site: Pick<SiteServer, 'command'>) {
    this.#site = site;
  }

  /** Invites a staff member to the console. @returns the path of the link in the email */
  async invites(email: string, role: StaffRole): Promise<string> {
    const printed = await this.#site.command('staff', 'invite', email, '--role', role, '--show-link');
    const { pathname, search } = new URL(printed.trim().split('\n').at(-1) ?? '');
    return pathname + search;
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
