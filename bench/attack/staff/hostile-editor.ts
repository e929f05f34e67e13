import { randomBytes } from 'node:crypto';
import sanitizeHtml from 'sanitize-html';
import { payloads } from '../../../tests/support/xss/payloads.ts';
import { requireOk } from '../accounts.ts';
import { type Attack, repeat } from '../attack.ts';
import type { Attacker, Reply } from '../attacker.ts';
import { hireStaff } from './console-browser.ts';

const editors = 4;
/**
 * To save time, the attack tries only every sixth payload, each as the title (plain text) and as the content (rich
 * text).
 */
const everyNth = 6;

const neverOurs = new Set(['iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'portal', 'math', 'marquee']);
const linkAttributes = /^(href|xlink:href|src|action|formaction|data|poster|ping|background)$/;
const runningScheme = /^(javascript|vbscript|data|blob):/i;

/**
 * Returns the tags of a page that could run a script, embed another page or open a dangerous URL. A `data:` URL is
 * accepted only in an `img` tag.
 */
function findLiveTags(page: string): string[] {
  const found: string[] = [];
  sanitizeHtml(page, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: {
      '*': (tagName, attribs) => {
        const isForeignScript =
          tagName === 'script' &&
          !attribs.nonce &&
          !attribs.src?.startsWith('/') &&
          attribs.type !== 'application/ld+json';
        const isLive = Object.entries(attribs).some(
          ([name, value]) =>
            /^(on|srcdoc$|http-equiv$)/.test(name) ||
            (linkAttributes.test(name) && tagName !== 'img' && runningScheme.test(value.replaceAll(/[\0- ]/g, ''))),
        );
        if (neverOurs.has(tagName) || isForeignScript || isLive)
          found.push(`<${tagName} ${Object.keys(attribs).join(' ')}>`);
        return { tagName, attribs };
      },
    },
  });
  return found;
}

type Notice = { url: string; revision: number };
const dataOf = (reply: Reply) => (reply.body as { data: Record<string, unknown> }).data;

/**
 * Saves a draft of `notice` with this title and content.
 * @returns false if the server refuses the draft at once, for example because of characters that it cannot store
 */
async function saveDraft(browser: Attacker, notice: Notice, title: string, content: string): Promise<boolean> {
  const body = {
    revision: notice.revision,
    body: { title, content, date: '2026-01-01', expires: '2099-12-31', order: 1 },
  };
  const saved = await browser.send('PUT', `${notice.url}/draft`, { body });
  if (saved.status === 400) return false;
  notice.revision = Number(dataOf(requireOk('saving a draft', saved)).revision);
  return true;
}

/** Returns the paths of the draft's fields that the server's check reports as invalid. */
async function faultyFields(browser: Attacker, { url }: Notice): Promise<Set<string>> {
  const { faults } = dataOf(requireOk('checking a draft', await browser.get(`${url}/check`)));
  return new Set((faults as Array<{ path: string }>).map(({ path }) => path));
}

/**
 * Simulates a stolen editor account, or an editor who pastes hostile text. Publishes a notice that contains all
 * payloads that the server accepts. Then looks for dangerous tags (`findLiveTags`) in the preview of the notice and on
 * Home.
 */
export const hostileEditor: Attack = {
  name: 'Publish a script in the texts and rich texts of the content editor',
  async run(target, campaign) {
    const browsers = await Promise.all(Array.from({ length: editors }, () => hireStaff(target, campaign, 'editor')));
    const tried = payloads.filter((_, place) => place % everyNth === 0);
    const taken: Record<'title' | 'content', string[]> = { title: [], content: [] };
    const notices = await repeat(editors, editors, async (turn) => {
      const browser = browsers[turn];
      if (!browser) throw new Error('There is no such editor');
      const created = requireOk('a new notice', await browser.post('/api/staff/content/notices', {}));
      const notice = { url: `/api/staff/content/notices/${dataOf(created).id}`, revision: 0 };
      const opened = dataOf(requireOk('opening a notice', await browser.get(notice.url)));
      notice.revision = Number((opened.draft as { revision: number }).revision);
      for (let place = turn; place < tried.length; place += editors) {
        const payload = tried[place] ?? '';
        if (!(await saveDraft(browser, notice, payload, payload))) continue;
        const faulty = await faultyFields(browser, notice);
        for (const field of ['title', 'content'] as const) if (!faulty.has(field)) taken[field].push(payload);
      }
      return { browser, notice };
    });
    const [first] = notices;
    if (!first) throw new Error('No notice was made');
    const mark = randomBytes(6).toString('hex');
    await saveDraft(
      first.browser,
      first.notice,
      `${mark} ${taken.title.join(' ')}`.slice(0, 200),
      taken.content.join('<br>'),
    );
    const checked = dataOf(requireOk('checking a draft', await first.browser.get(`${first.notice.url}/check`)));
    if ((checked.faults as unknown[]).length > 0) throw new Error(`Refused: ${JSON.stringify(checked.faults)}`);
    const preview = dataOf(requireOk('the preview', await first.browser.get(`${first.notice.url}/preview`)));
    const { revision, published } = checked;
    const publication = { revision, published, publish_at: null };
    requireOk('publishing', await first.browser.post(`${first.notice.url}/publish`, publication));
    const visitor = campaign.attacker(target.port);
    const page = await visitor.get('/');
    if (!page.text.includes(mark)) throw new Error('The published notice is not on the page');
    const live = [...findLiveTags(String(preview.html)), ...findLiveTags(page.text)];
    const counts = `${taken.title.length} titles and ${taken.content.length} texts of ${tried.length} payloads were published`;
    return {
      gained: live.slice(0, 3).join(', ') || `nothing: ${counts}, none of them live`,
      isHeld: live.length === 0,
    };
  },
};
