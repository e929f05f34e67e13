import { expect, type Page } from '@playwright/test';
import * as z from 'zod';

const messagesSchema = z.array(
  z.object({
    channel: z.string(),
    to: z.string(),
    subject: z.string().optional(),
    code: z.string().optional(),
    link: z.string().optional(),
    text: z.string(),
  }),
);
type Message = z.infer<typeof messagesSchema>[number];

/** Returns the messages that the sandbox delivered to this email address or phone number, newest first. */
async function readMessages(page: Pick<Page, 'request'>, channel: 'mail' | 'whatsapp', to: string): Promise<Message[]> {
  const messages = messagesSchema.parse(await (await page.request.get('/sandbox/outbox.json')).json());
  return messages.filter((message) => message.channel === channel && message.to === to);
}

/** Returns the emails that the sandbox delivered to this address, newest first. */
export const readMails = (page: Pick<Page, 'request'>, address: string): Promise<Message[]> =>
  readMessages(page, 'mail', address);

/**
 * Waits for an email to this address and returns the path and query of the link in the newest one, without the origin.
 */
export async function readMailedLink(page: Pick<Page, 'request'>, address: string): Promise<string> {
  let link: string | undefined;
  const readLink = async () => {
    link = (await readMails(page, address))[0]?.link;
    return link;
  };
  await expect.poll(readLink, { message: `a link for ${address}` }).toBeTruthy();
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}

/** Waits for a one-time code that the sandbox sent to this number by WhatsApp, and returns the newest code. */
export async function readCode(page: Pick<Page, 'request'>, phone: string): Promise<string> {
  let code: string | undefined;
  const readNewest = async () => {
    code = (await readMessages(page, 'whatsapp', phone))[0]?.code;
    return code;
  };
  await expect.poll(readNewest, { message: `a code for ${phone}` }).toMatch(/^\d{6}$/);
  return code ?? '';
}
