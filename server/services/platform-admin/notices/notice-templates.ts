import type { MailContent, MailData, Paragraph, Template } from '../../../platform/mail/mail-content.ts';
import type { MessageLanguage } from '../../../platform/messaging/message.ts';
import { isNoticed } from '../../../platform/outgoing/noticed-acts.ts';
import type { ToldAct } from './act-notices.ts';
import { NOTICE_TEXTS } from './notice-texts.ts';
import { WAITING_KINDS } from './waiting-notices.ts';

/** The mails to the team of a project by name. Their links are paths without `publicUrl`. */
export function noticeTemplates(publicUrl: string | null): Readonly<Record<string, Template>> {
  const linkTo = (path: string, { project }: MailData): string => `${publicUrl ?? ''}/console/${path}?project=${project}`;
  return {
    /** Data: `project`, and for each kind that waits its number and since when the oldest does, such as `reviews`, `reviewsSince`. */
    notice_waiting: (data, language) => waitingOf(data, language, linkTo('moderation', data)),
    /** Data: `project`, `kind`, `acts` (JSON of `ToldAct`), and in `more` the number of acts beyond. */
    notice_acts: (data, language) => {
      const acts: ToldAct[] = JSON.parse(data['acts'] ?? '[]');
      return actsOf(data, language, { acts, link: linkTo(screenOf(data['kind'] ?? '', acts), data) });
    },
    // queued by the release before, with the figures of one act
    otp_guard_acted: (data, language) => legacyOf('otp.guard_acted', data, language),
    otp_cap_reached: (data, language) => legacyOf('otp.cap_reached', data, language),
  };
}

function waitingOf(data: MailData, language: MessageLanguage, link: string): MailContent {
  const texts = NOTICE_TEXTS[language];
  const project = data['project'] ?? '';
  const { title, lead, kinds, line, advice } = texts.waiting;
  const lines = WAITING_KINDS.flatMap((kind) => {
    const [count, since] = [data[kind], data[`${kind}Since`]];
    return count && since ? [line(kinds[kind], count, timeOf(since))] : [];
  });
  return {
    subject: texts.subject(title, project),
    paragraphs: [lead, lines.join('\n'), advice, `${texts.link} ${link}`, texts.foot(project)],
  };
}

function actsOf(data: MailData, language: MessageLanguage, { acts, link }: { acts: readonly ToldAct[]; link: string }): MailContent {
  const texts = NOTICE_TEXTS[language];
  const [kind = '', project = '', more = '0'] = [data['kind'] ?? '', data['project'] ?? '', data['more'] ?? '0'];
  // a release that knows more kinds has queued it
  if (!isNoticed(kind)) throw new Error(`There is no notice of ${kind}.`);
  const { title, line, advice } = texts.acts[kind];
  const paragraphs = acts.flatMap((act): Paragraph[] => {
    const { at, subject, target, figures } = act;
    const about = subject === `project:${project}` ? '' : ` ${[subject, target].filter(Boolean).join(' ')}`;
    const told = line(figures);
    return hasReason(kind) ? [`${timeOf(at)}${about}`, { quote: told }] : [`${timeOf(at)}${about}: ${told}`];
  });
  return {
    subject: texts.subject(title, project),
    paragraphs: [...paragraphs, ...(more === '0' ? [] : [texts.more(more)]), advice, `${texts.link} ${link}`, texts.foot(project)],
  };
}

function legacyOf(kind: 'otp.guard_acted' | 'otp.cap_reached', data: MailData, language: MessageLanguage): MailContent {
  const texts = NOTICE_TEXTS[language];
  const { title, line, advice } = texts.acts[kind];
  const { project, ...figures } = data;
  const known = Object.entries(figures).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
  return { subject: texts.subject(title, project ?? ''), paragraphs: [line(Object.fromEntries(known)), advice, texts.foot(project ?? '')] };
}

/** Reasons of crash guards are in English, in every mail. */
function hasReason(kind: string): boolean {
  return kind.startsWith('version.');
}

/** The screen of the console that shows what the mail is about. */
function screenOf(kind: string, [act]: readonly ToldAct[]): string {
  if (kind.startsWith('otp.')) return 'settings/codes';
  if (kind.startsWith('webhook.')) return 'settings/webhooks';
  return `apps/${encodeURIComponent(act?.subject.replace(/^app:/, '') ?? '')}/releases`;
}

/** `2026-11-28 10:30 UTC` */
function timeOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
