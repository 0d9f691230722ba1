import { say } from '@fournil/contract/kit/words';
import { product } from '@fournil/contract/product';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** The parts of a mail; `lines` are paragraphs, `groups` lists under a heading, `link` is one button. */
export interface MailParts {
  hello: string;
  subject: string;
  lines: string[];
  groups?: { title: string; items: string[] }[];
  after?: string[];
  link: string;
  look: string;
  why: string;
  language: string;
}

/** The mail as HTML and as plain text. */
export function mailOf(parts: MailParts): MailText {
  return { subject: parts.subject, text: mailText(parts), html: mailHtml(parts) };
}

/** One column, the brand's colours, one link; names are inserted as text. */
function mailHtml({ hello, subject, lines, groups = [], after = [], link, look, why, language }: MailParts): string {
  const paragraph = (text: string) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`;
  const list = ({ title, items }: NonNullable<MailParts['groups']>[number]) =>
    `<h2 style="font-size:16px;line-height:24px;margin:20px 0 4px">${escapeHtml(title)}</h2><ul style="margin:0 0 12px;padding:0 0 0 20px">${items
      .map((item) => `<li style="margin:0 0 4px">${escapeHtml(item)}</li>`)
      .join('')}</ul>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;background:#faf8f5;color:#1c1b1a;font:16px/24px 'Segoe UI',sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-weight:700;font-size:18px;color:#8a3b12">${escapeHtml(product.name)}</p>
${paragraph(hello)}
<h1 style="font-size:20px;line-height:28px;margin:0 0 12px">${escapeHtml(subject)}</h1>
${lines.map(paragraph).join('')}${groups.map(list).join('')}${after.map(paragraph).join('')}
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="background:#8a3b12;color:#ffffff;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600">${escapeHtml(look)}</a></p>
<p style="margin:0;font-size:13px;color:#57514b">${escapeHtml(why)}</p></div></body></html>`;
}

/** The plain text. */
function mailText({ hello, subject, lines, groups = [], after = [], link, look, why, language }: MailParts): string {
  const listed = groups.flatMap(({ title, items }) => [title, ...items.map((item) => `- ${item}`), '']);
  const spaced = lines.length > 0 ? [''] : [];
  const pressed = say({ en: '%{look}: %{link}', fr: '%{look} : %{link}' }, language === 'fr' ? 'FR' : 'EN', {
    look,
    link,
  });
  const ended = after.length > 0 ? [...after, ''] : [];
  return [hello, '', subject, '', ...lines, ...spaced, ...listed, ...ended, pressed, '', why].join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
