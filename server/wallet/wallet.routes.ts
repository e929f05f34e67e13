import { getWallet } from '../../contract/wallet.ts';
import type { Mount } from '../http/mount.ts';
import { readWallet } from './wallet-overview.repo.ts';

/** The wallet to read (document 2, section 7); staff alone put money in. */
export function walletRoutes(mount: Mount): void {
  mount(getWallet, async ({ db, subject }) => ({ statusCode: 200, data: await readWallet(db, subject.studentId) }));
}
