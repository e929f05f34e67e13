import { hostileDocuments } from '../../tests/server/files/check/hostile-documents.ts';
import { hostilePictures, loadedPictures } from '../../tests/server/files/check/hostile-pictures.ts';
import { multipart, multipartType } from '../../tests/support/multipart.ts';
import { newStudent } from './accounts.ts';
import { type Attack, repeat } from './attack.ts';
import { type Attacker, fieldOf, type Reply } from './attacker.ts';

function upload(browser: Attacker, kind: 'file' | 'image', bytes: Buffer | string): Promise<Reply> {
  const headers = { 'content-type': multipartType };
  const part = { name: 'a.pdf', type: 'application/pdf', bytes };
  return browser.send('POST', `/api/aws/${kind}/aws-upload`, { bytes: multipart(part), headers });
}

export const hostileFiles: Attack = {
  name: 'Store a hostile picture or PDF, or hide something in a picture',
  async run(target, campaign) {
    const files = [
      ...hostileDocuments.map((file) => ({ ...file, kind: 'file' as const })),
      ...(await hostilePictures()).map((file) => ({ ...file, kind: 'image' as const })),
    ];
    const { browser } = await newStudent(target, campaign);
    const replies = await repeat(files.length, 2, (turn) => {
      const { kind = 'file', bytes = '' } = files[turn] ?? {};
      return upload(browser, kind, bytes);
    });
    const stored = files.filter((_, index) => replies[index]?.status === 200).map(({ what }) => what);
    const refusedByChance = replies.filter(({ status }) => status === 429 || status >= 500).length;
    if (refusedByChance > 0) throw new Error(`${refusedByChance} files were refused for another reason`);
    for (const [what, bytes] of Object.entries(await loadedPictures())) {
      const kept = await upload(browser, 'image', bytes);
      const { text, headers } = await browser.get(fieldOf(kept, 'url'));
      if (/hidden-word|GPS|<script/.test(text) || headers['content-type'] !== 'image/webp') stored.push(what);
    }
    return {
      gained: stored.slice(0, 5).join(', ') || `nothing by ${files.length} files`,
      isHeld: stored.length === 0,
    };
  },
};
