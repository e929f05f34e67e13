import type { Action } from './command/action.ts';
import type { StaffCommand } from './command/command.ts';
import { contentCommand } from './content/content-command.ts';
import { settingsCommand } from './content/settings-command.ts';
import { mailCommand } from './messages/mail-command.ts';
import { submissionsCommand } from './messages/submissions-command.ts';
import { backupAction, restoreAction } from './operations/backup-command.ts';
import { doctorAction } from './operations/doctor-command.ts';
import { ordersCommand } from './orders/orders-command.ts';
import { refundsCommand } from './orders/refunds-command.ts';
import { batchesCommand } from './seats/batches-command.ts';
import { seatsCommand } from './seats/seats-command.ts';
import { staffCommand } from './staff/staff-command.ts';
import { studentsCommand } from './students/students-command.ts';
import { walletCommand } from './students/wallet-command.ts';

/** The commands for operators, such as `landfall backup`. Each is one action; a staff command has several. */
export const operatorCommands: readonly Action[] = [doctorAction, backupAction, restoreAction];

/** The staff commands by name. On the command line, the name of an action follows, as in `students import`. */
export const commands: Readonly<Record<string, StaffCommand>> = {
  content: contentCommand,
  orders: ordersCommand,
  refunds: refundsCommand,
  batches: batchesCommand,
  seats: seatsCommand,
  students: studentsCommand,
  wallet: walletCommand,
  settings: settingsCommand,
  submissions: submissionsCommand,
  mail: mailCommand,
  staff: staffCommand,
};
