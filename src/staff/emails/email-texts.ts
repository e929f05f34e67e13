import type { FailureCause } from '../../../contract/staff/emails.ts';

type CauseText = {
  /** Why emails failed, as a short label: in the filter, and in front of the number of emails that failed. */
  name: string;
  /** Why one email failed, as a sentence. */
  sentence: string;
  /** What staff can do about the failure before they send the email again. */
  advice: string;
};

/** For each cause of failure, texts that explain to staff why emails were not delivered. */
export const causeTexts: Record<FailureCause, CauseText> = {
  unknownMailbox: {
    name: 'No such mailbox',
    sentence: 'The mailbox does not exist.',
    advice:
      'Sending again rarely helps, because it uses the same address. Ask the student for the right one, correct it on the student’s page, and send the booking confirmation again from the order.',
  },
  fullMailbox: {
    name: 'Mailbox full',
    sentence: 'The mailbox of the recipient is full.',
    advice: 'Ask the recipient to make room, then send the email again.',
  },
  refused: {
    name: 'Refused by the recipient’s mail server',
    sentence: 'The recipient’s mail server refused the email.',
    advice: 'If it happens to many recipients, call whoever looks after the academy’s email: it may be taken for spam.',
  },
  later: {
    name: 'Recipient’s mail server was busy',
    sentence: 'The recipient’s mail server asked to try later, each time.',
    advice: 'Send the emails again.',
  },
  signIn: {
    name: 'Our mail server refused the site’s sign-in',
    sentence: 'Our own mail server refused the site’s password.',
    advice: 'Call whoever looks after the site: its password for the mail server is wrong. Then send the emails again.',
  },
  connection: {
    name: 'Our mail server was not reached',
    sentence: 'Our own mail server could not be reached.',
    advice: 'If emails still fail today, call whoever looks after the site. Then send the emails again.',
  },
  other: {
    name: 'Another reason',
    sentence: 'The email was not accepted.',
    advice: 'Read the message of the mail server below the email.',
  },
};
