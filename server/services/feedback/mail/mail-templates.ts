import type { PostStatus } from '../../../../models/feedback/Post.ts';
import type { MailContent, MailData, MailTopic, Paragraph, Template } from '../../../platform/mail/mail-content.ts';
import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';

/** The longest title in a subject, in code points; a longer title is cut. */
const SUBJECT_TITLE = 80;

type StatusWords = Readonly<Record<PostStatus, string>>;

const STATUS: Readonly<Record<MessageLanguage, StatusWords>> = {
  en: {
    under_review: 'under review',
    planned: 'planned',
    in_progress: 'in progress',
    completed: 'completed',
    declined: 'declined',
  },
  ar: {
    under_review: 'قيد المراجعة',
    planned: 'مخطط له',
    in_progress: 'قيد التنفيذ',
    completed: 'مكتمل',
    declined: 'مرفوض',
  },
};

const REVIEW = {
  en: {
    greeting: (name: string) => (name === '' ? 'Hello,' : `Hello ${name},`),
    approved: { subject: 'Your review was approved', text: 'Your review was approved. Everybody can see it now.' },
    rejected: { subject: 'Your review was not approved', text: 'Your review was not approved and is not shown.' },
    reason: 'The reason:',
  },
  ar: {
    greeting: (name: string) => (name === '' ? 'مرحبًا،' : `مرحبًا ${name}،`),
    approved: { subject: 'تمت الموافقة على تقييمك', text: 'تمت الموافقة على تقييمك، وأصبح ظاهرًا للجميع.' },
    rejected: { subject: 'لم تتم الموافقة على تقييمك', text: 'لم تتم الموافقة على تقييمك، ولن يُعرض.' },
    reason: 'السبب:',
  },
} as const;

const POST = {
  en: {
    subject: (title: string, status: string) => `“${title}” is now ${status}`,
    author: (before: string, after: string) => `The status of your request changed from “${before}” to “${after}”:`,
    voter: (before: string, after: string) => `The status of a request that you voted for changed from “${before}” to “${after}”:`,
    subscriber: (before: string, after: string) => `The status of a request that you follow changed from “${before}” to “${after}”:`,
    reason: 'From the team:',
  },
  ar: {
    subject: (title: string, status: string) => `«${title}»: ${status}`,
    author: (before: string, after: string) => `تغيّرت حالة طلبك من «${before}» إلى «${after}»:`,
    voter: (before: string, after: string) => `تغيّرت حالة طلب صوّتَّ له من «${before}» إلى «${after}»:`,
    subscriber: (before: string, after: string) => `تغيّرت حالة طلب تتابعه من «${before}» إلى «${after}»:`,
    reason: 'من الفريق:',
  },
} as const;

const CHANGELOG = {
  en: {
    subject: (title: string) => `New: “${title}”`,
    text: 'A change was published that answers a request of yours or one that you follow:',
  },
  ar: {
    subject: (title: string) => `جديد: «${title}»`,
    text: 'نُشر تغيير يستجيب لطلبك أو لطلب تتابعه:',
  },
} as const;

/** The mails of feedback by name, in English and Arabic. */
export const FEEDBACK_TEMPLATES: Readonly<Record<string, Template>> = {
  /** Data: `name`, `title` of the review, `reason`. */
  review_approved: (data, language) => reviewMail('approved', data, language),
  /** Data: `name`, `title` of the review, `reason`. */
  review_rejected: (data, language) => reviewMail('rejected', data, language),
  /**
   * Data: `postId` and `title` of the post, its statuses `before` and `after`, `reason`, `readerId`, and `reader`: `author`, `voter` or
   * `subscriber`.
   */
  post_status: postMail,
  /** Data: `title` of the changelog entry, `titleAr` or null, `readerId`, and `postId` of the post that is followed. */
  changelog: changelogMail,
};

function reviewMail(status: 'approved' | 'rejected', data: MailData, language: MessageLanguage): MailContent {
  const words = REVIEW[language];
  return {
    subject: words[status].subject,
    paragraphs: [
      words.greeting(data['name'] ?? ''),
      words[status].text,
      ...quoted(data['title']),
      ...reasonQuoted(words.reason, data['reason']),
    ],
  };
}

function postMail(data: MailData, language: MessageLanguage): MailContent {
  const words = POST[language];
  const title = data['title'] ?? '';
  const [before, after] = [statusWord(data['before'], language), statusWord(data['after'], language)];
  const { reader } = data;
  const opening = reader === 'author' || reader === 'subscriber' ? words[reader] : words.voter;
  return {
    subject: words.subject(shortened(title), after),
    paragraphs: [opening(before, after), { quote: title }, ...reasonQuoted(words.reason, data['reason'])],
    topic: postTopic(data),
  };
}

function changelogMail(data: MailData, language: MessageLanguage): MailContent {
  const words = CHANGELOG[language];
  const title = (language === 'ar' ? (data['titleAr'] ?? data['title']) : data['title']) ?? '';
  return { subject: words.subject(shortened(title)), paragraphs: [words.text, { quote: title }], topic: postTopic(data) };
}

/** A reader can unsubscribe from the post. Mails that a release before has queued do not name the reader. */
function postTopic({ readerId, postId }: MailData): MailTopic | null {
  return readerId === undefined || readerId === null ? null : { reader: readerId, subject: `post:${postId}` };
}

export function statusWord(status: string | null | undefined, language: MessageLanguage): string {
  const words: Readonly<Record<string, string>> = STATUS[language];
  return words[status ?? ''] ?? status ?? '';
}

function reasonQuoted(introduction: string, reason: string | null | undefined): Paragraph[] {
  const quote = quoted(reason);
  return quote.length === 0 ? [] : [introduction, ...quote];
}

function quoted(text: string | null | undefined): Paragraph[] {
  return text === null || text === undefined || text === '' ? [] : [{ quote: text }];
}

function shortened(title: string): string {
  const characters = [...title];
  return characters.length <= SUBJECT_TITLE ? title : `${characters.slice(0, SUBJECT_TITLE - 1).join('')}…`;
}
