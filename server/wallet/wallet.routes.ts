import { getWallet } from '../../contract/wallet.ts';
import type { Mount } from '../http/mount/mount.ts';
import { readWallet } from './wallet-overview.repo.ts';

/** The call for the student's wallet. It only reads, because only staff add money (docs/product.md#student-area). */
export function walletRoutes(mount: Mount): void {
  mount(getWallet, async ({ db, subject }) => ({ statusCode: 200, data: await readWallet(db, subject.studentId) }));
}
