import type { MessageLanguage } from '../messaging/delivery.ts';

/** What a mail says, before it has a form. All of it is plain text, whoever wrote it. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
}

/** Our own words, or somebody's words set apart, which may be in another language than ours. */
export type Paragraph = string | { readonly quote: string };

/** What a template is filled with; null for what there is none of. */
export type MailData = Readonly<Record<string, string | null>>;

/** Writes a letter. Pure. */
export type Template = (data: MailData, language: MessageLanguage) => Letter;

export interface RenderedLetter {
  /** One line. */
  readonly subject: string;
  readonly text: string;
  /** A whole document, in which nothing that people wrote is markup. */
  readonly html: string;
}

/** The two forms of a letter, of the same words. */
export function renderLetter({ subject, paragraphs }: Letter, language: MessageLanguage): RenderedLetter {
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

/** A text for where a line break would begin something else. */
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
