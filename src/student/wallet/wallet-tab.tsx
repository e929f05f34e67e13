import { useQuery } from '@tanstack/react-query';
import type { Wallet, WalletTransaction } from '../../../contract/wallet.ts';
import { formatInstant, formatTotal } from '../../lib/format/format.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import type { NoticeTone } from '../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import classes from '../student-area-page.module.css';
import { LedgerTable } from '../ui/ledger-table.tsx';
import { SavedListAge } from '../ui/saved-list-age.tsx';
import { Tag } from '../ui/tag.tsx';
import { walletQueries } from './wallet.queries.ts';
import { WalletRecharge } from './wallet-recharge.tsx';

type WalletTabProps = { studentId: string; phone: string | null; view: string | undefined };

const columns = [
  { name: 'Date' },
  { name: 'Description' },
  { name: 'Type' },
  { name: 'Amount', isAmount: true },
  { name: 'Status' },
];

const statuses: Record<WalletTransaction['status'], { text: string; tone: NoticeTone }> = {
  completed: { text: 'Completed', tone: 'success' },
  pending: { text: 'Pending', tone: 'waiting' },
  failed: { text: 'Failed', tone: 'error' },
};

function toRow({ id, created_at, description, type, amount, status }: WalletTransaction) {
  const { text, tone } = statuses[status];
  return {
    key: id,
    cells: [
      formatInstant(created_at),
      description,
      type === 'credit' ? 'Credit' : 'Debit',
      `${type === 'credit' ? '+' : '−'}${formatTotal(amount)}`,
      <Tag key="status" tone={tone}>
        {text}
      </Tag>,
    ],
  };
}

function BalanceCard({ wallet: { balance, lastUpdate } }: { wallet: Wallet }) {
  return (
    <section className={`stack gap-1 p-5 rounded ${classes.card}`} aria-label="Balance">
      <p className={classes.label}>Balance</p>
      <p className={`strong anywhere ${classes.balance}`}>{formatTotal(balance)}</p>
      <p className={classes.label}>{lastUpdate ? `Last update ${formatInstant(lastUpdate)}` : 'No top-ups yet'}</p>
    </section>
  );
}

function WalletView({ wallet }: { wallet: Wallet }) {
  const { recentTransaction } = wallet;
  return (
    <>
      <div className={`stack gap-4 top ${classes.top}`}>
        <BalanceCard wallet={wallet} />
        <WalletRecharge />
      </div>
      <h3>Recent transactions</h3>
      {recentTransaction.length > 0 ? (
        <LedgerTable
          caption="Recent transactions, newest first"
          columns={columns}
          rows={recentTransaction.map(toRow)}
        />
      ) : (
        <EmptyState title="No transactions yet">
          Amounts that the accounts office adds or deducts are listed here.
        </EmptyState>
      )}
    </>
  );
}

function WalletLoading() {
  return (
    <SkeletonGroup label="Your wallet is loading" className="stack packed shrink gap-4">
      <div className={`stack gap-4 top ${classes.top}`}>
        <Skeleton height="8.5rem" />
        <Skeleton height="14rem" />
      </div>
      <Skeleton height="10rem" />
    </SkeletonGroup>
  );
}

/** Tab My Wallet: balance and transactions. Students cannot add credit here; only staff can. */
export function WalletTab({ studentId, phone }: WalletTabProps) {
  const { data: wallet, dataUpdatedAt, isError, isFetching, refetch } = useQuery(walletQueries.overview(studentId));
  return (
    <section aria-labelledby="wallet" className="stack packed shrink gap-4">
      <h2 id="wallet">My Wallet</h2>
      {wallet ? <SavedListAge at={dataUpdatedAt} /> : null}
      {wallet ? <WalletView wallet={wallet} /> : null}
      {!wallet && isError ? (
        <LoadFailed
          message="Unable to fetch wallet details"
          onRetry={() => refetch()}
          isRetrying={isFetching}
          phone={phone}
        />
      ) : null}
      {!wallet && !isError ? <WalletLoading /> : null}
    </section>
  );
}
