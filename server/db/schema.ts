import type { Kysely, Transaction } from 'kysely';
import type { CartTables } from './schema/cart.ts';
import type { CatalogueTables } from './schema/catalogue.ts';
import type { ContentTables } from './schema/content.ts';
import type { DeliveryTables } from './schema/delivery.ts';
import type { FileTables } from './schema/file.ts';
import type { OrderTables } from './schema/order.ts';
import type { PaymentTables } from './schema/payment.ts';
import type { PushTables } from './schema/push.ts';
import type { ReleaseTables } from './schema/release.ts';
import type { RosterTables } from './schema/roster.ts';
import type { SandboxTables } from './schema/sandbox.ts';
import type { StaffTables } from './schema/staff.ts';
import type { StudentTables } from './schema/student.ts';
import type { TelemetryTables } from './schema/telemetry.ts';
import type { WaitingListTables } from './schema/waiting-list.ts';

export type { CourseRow, DiscountRow } from './schema/catalogue.ts';
export type { StoredLine } from './schema/order.ts';
export type { LedgerEntryRow, PaymentAttemptRow, RefundState } from './schema/payment.ts';
export {
  type ContactField,
  type ContactStatus,
  type ContactStatuses,
  contactFields,
  contactStatus,
  type StudentRow,
} from './schema/student.ts';

/** Every table of `migrations/`, as Kysely reads and writes it. */
export type Database = StudentTables &
  CatalogueTables &
  ContentTables &
  CartTables &
  OrderTables &
  FileTables &
  PaymentTables &
  DeliveryTables &
  PushTables &
  ReleaseTables &
  SandboxTables &
  StaffTables &
  RosterTables &
  TelemetryTables &
  WaitingListTables;

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
