import { expect, type Page } from '@playwright/test';
import * as z from 'zod';

const mailsSchema = z.array(
  z.object({
    channel: z.string(),
    to: z.string(),
    subject: z.string().optional(),
    link: z.string().optional(),
    text: z.string(),
  }),
);
type Mail = z.infer<typeof mailsSchema>[number];

/** Mails that the sandbox delivered to this address, newest first. */
export async function readMails(page: Page, address: string): Promise<Mail[]> {
  const mails = mailsSchema.parse(await (await page.request.get('/sandbox/outbox.json')).json());
  return mails.filter(({ channel, to }) => channel === 'mail' && to === address);
}

/** Path and query of the newest mail's link: a site on a free port does not know its public address. */
export async function readMailedLink(page: Page, address: string): Promise<string> {
  let link: string | undefined;
  const look = async () => {
    link = (await readMails(page, address))[0]?.link;
    return link;
  };
  await expect.poll(look, { message: `a link for ${address}` }).toBeTruthy();
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}
