import { escapeHtml } from '../providers/mail/email-body.ts';
import type { SandboxMessage } from './outbox.repo.ts';

const channelNames = { whatsapp: 'WhatsApp', email: 'Email code', mail: 'Email' } as const;
const clockTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
});

const style = `
:root { color-scheme: light dark; --line: light-dark(#d5dee6, #2c3e4c); --quiet: light-dark(#506472, #9db0bd); }
body { margin: 0 auto; max-width: 44rem; padding: 1.5rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0; }
p { margin: 0.25rem 0; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: 0.9rem; }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: 1rem 0; }
.code { font: 600 1.6rem/1.2 ui-monospace, monospace; letter-spacing: 0.15em; }
.text { white-space: pre-line; }
.channel { border: 1px solid var(--line); border-radius: 1rem; padding: 0 0.6rem; margin-right: 0.4rem; }
`;

function row(message: SandboxMessage): string {
  const link = message.link && /^https?:/.test(message.link) ? escapeHtml(message.link) : null;
  return `<li>
<p class="quiet"><span class="channel">${channelNames[message.channel]}</span>
<time datetime="${escapeHtml(message.at)}">${clockTime.format(new Date(message.at))}</time> to ${escapeHtml(message.to)}</p>
${message.subject ? `<p><strong>${escapeHtml(message.subject)}</strong></p>` : ''}
${message.code ? `<p class="code">${escapeHtml(message.code)}</p>` : ''}
<p class="text">${escapeHtml(message.text)}</p>
${link ? `<p><a href="${link}">${link}</a></p>` : ''}
</li>`;
}

/** The page that shows the sandbox outbox. It has no scripts and reloads every five seconds. */
export function outboxPage(messages: SandboxMessage[]): string {
  const list = messages.length > 0 ? `<ol>${messages.map(row).join('')}</ol>` : '<p>Nothing has been sent yet.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Sandbox outbox</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Sandbox outbox</h1>
<p class="quiet">Codes, links and emails that would have been sent, newest first. Times are in Asia/Kolkata.</p>
${list}
</main>
</body>
</html>`;
}
