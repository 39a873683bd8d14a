import type { MessageLanguage } from '../messaging/message.ts';

/** The content of a mail, as plain text. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

/** Our own text, or a quotation of a user, which may be in another language. */
export type Paragraph = string | { readonly quote: string };

/** The values of a template; null for a missing value. */
export type MailData = Readonly<Record<string, string | null>>;

/** Makes the content of a mail. Pure. */
export type Template = (data: MailData, language: MessageLanguage) => MailContent;

export interface RenderedMail {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** A complete document; the texts of users are escaped. */
  readonly html: string;
}

/** The text and HTML forms of a mail. */
export function renderMail({ subject, paragraphs }: MailContent, language: MessageLanguage): RenderedMail {
  const title = oneLine(subject);
  const text = paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : indented(paragraph.quote)));
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const html = [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="font-family: sans-serif; line-height: 1.5">`,
    ...paragraphs.map(htmlOf),
    '</body>',
    '</html>',
  ];
  return { subject: title, text: `${text.join('\n\n')}\n`, html: `${html.join('\n')}\n` };
}

/** For places where a line break would start something else, such as a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}

function htmlOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p>${withBreaks(paragraph)}</p>`;
  return `<blockquote dir="auto">${withBreaks(paragraph.quote)}</blockquote>`;
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
