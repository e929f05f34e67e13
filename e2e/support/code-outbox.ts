import { expect, type Page } from '@playwright/test';
import * as z from 'zod';

const messagesSchema = z.array(z.object({ channel: z.string(), to: z.string(), code: z.string().optional() }));

/** The newest one-time code that the sandbox sent by WhatsApp to this number. */
export async function readCode(page: Page, phone: string): Promise<string> {
  let code: string | undefined;
  const look = async () => {
    const messages = messagesSchema.parse(await (await page.request.get('/sandbox/outbox.json')).json());
    code = messages.find(({ channel, to }) => channel === 'whatsapp' && to === phone)?.code;
    return code;
  };
  await expect.poll(look, { message: `a code for ${phone}` }).toMatch(/^\d{6}$/);
  return code ?? '';
}
