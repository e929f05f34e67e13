import { batchesCommand } from './batches-command.ts';
import type { Command } from './command.ts';
import { contentCommand } from './content-command.ts';
import { mailCommand } from './mail-command.ts';
import { ordersCommand } from './orders-command.ts';
import { refundsCommand } from './refunds-command.ts';
import { seatsCommand } from './seats-command.ts';
import { settingsCommand } from './settings-command.ts';
import { studentsCommand } from './students-command.ts';
import { submissionsCommand } from './submissions-command.ts';
import { walletCommand } from './wallet-command.ts';

/** Every staff command by its name. */
export const commands: Readonly<Record<string, Command>> = {
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
};
