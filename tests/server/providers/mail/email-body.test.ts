import { expect, it } from 'vitest';
import { writeBody } from '../../../../server/providers/mail/email-body.ts';

it('an email’s plain text and its HTML have the same content, and special characters are escaped in the HTML', () => {
  const { text, html } = writeBody([
    'Dear <b>Zoë</b> & "co",',
    '',
    { list: ['Fire & Smoke'] },
    { facts: [['Order', '<1>']] },
    { links: [['Your booking', 'https://site.example/a?b=1&c="2"']] },
    { links: [] },
    'Call us.\nThe academy',
  ]);
  expect(text).toBe(
    'Dear <b>Zoë</b> & "co",\n\n- Fire & Smoke\n\nOrder: <1>\n\nYour booking: https://site.example/a?b=1&c="2"\n\nCall us.\nThe academy',
  );
  expect(html).toContain('<p>Dear &lt;b&gt;Zoë&lt;/b&gt; &amp; &quot;co&quot;,</p>');
  expect(html).toContain('<li>Fire &amp; Smoke</li>');
  expect(html).toContain('<strong>&lt;1&gt;</strong>');
  expect(html).toContain('href="https://site.example/a?b=1&amp;c=&quot;2&quot;"');
  expect(html).toContain('Call us.<br>The academy');
  expect(html).not.toContain('<p></p>');
});
