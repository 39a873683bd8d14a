import type { MessageLanguage } from '../messaging/message.ts';

/** The content of a mail, as plain text. */
export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly Paragraph[];
  /** Absent in a mail about the reader's own account, which cannot be stopped. */
  readonly topic?: MailTopic | null;
}

/** The reader of a mail that can be stopped, and its subject. */
export interface MailTopic {
  /** UUID of a user or `operator:<id>`. */
  readonly reader: string;
  /** Such as `post:12`. */
  readonly subject: string;
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

const FOOT = {
  en: {
    link: 'Stop these mails',
    openLink: 'To stop these mails, open this link:',
    setting: 'To stop these mails, switch off “Notifications” in the settings of the app.',
  },
  ar: {
    link: 'إيقاف هذه الرسائل',
    openLink: 'لإيقاف هذه الرسائل، افتح هذا الرابط:',
    setting: 'لإيقاف هذه الرسائل، أوقف «الإشعارات» في إعدادات التطبيق.',
  },
} as const;

/**
 * The text and HTML forms of a mail. The foot of one that can be stopped has the link; without one, because the server has no public
 * address, it names the setting.
 */
export function renderMail(content: MailContent, language: MessageLanguage, unsubscribeUrl: string | null = null): RenderedMail {
  const { subject, paragraphs, topic = null } = content;
  const title = oneLine(subject);
  const foot = topic === null ? { text: [], html: [] } : footOf(language, unsubscribeUrl);
  const text = [...paragraphs.map((paragraph) => (typeof paragraph === 'string' ? paragraph : indented(paragraph.quote))), ...foot.text];
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const html = [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="font-family: sans-serif; line-height: 1.5">`,
    ...paragraphs.map(htmlOf),
    ...foot.html,
    '</body>',
    '</html>',
  ];
  return { subject: title, text: `${text.join('\n\n')}\n`, html: `${html.join('\n')}\n` };
}

function footOf(language: MessageLanguage, url: string | null): { text: readonly string[]; html: readonly string[] } {
  const { link, openLink, setting } = FOOT[language];
  const html = url === null ? escapeHtml(setting) : `<a href="${escapeHtml(url)}">${escapeHtml(link)}</a>`;
  return { text: ['—', url === null ? setting : `${openLink}\n${url}`], html: [`<hr><p style="font-size: 0.9em">${html}</p>`] };
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
