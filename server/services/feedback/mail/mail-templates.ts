import type { PostStatus } from '../../../models/feedback/Post.ts';
import type { Letter, MailData, Paragraph, Template } from '../../platform/mail/letter.ts';
import type { MessageLanguage } from '../../platform/messaging/delivery.ts';

/** How much of a title a subject shows, in code points. */
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
    reason: 'From the team:',
  },
  ar: {
    subject: (title: string, status: string) => `«${title}»: ${status}`,
    author: (before: string, after: string) => `تغيّرت حالة طلبك من «${before}» إلى «${after}»:`,
    voter: (before: string, after: string) => `تغيّرت حالة طلب صوّتَّ له من «${before}» إلى «${after}»:`,
    reason: 'من الفريق:',
  },
} as const;

/** The mails of feedback by name, in English and Arabic. None has an address to follow: there is no site to lead to. */
export const FEEDBACK_TEMPLATES: Readonly<Record<string, Template>> = {
  /** `name`, `title` of the review. */
  review_approved: (data, language) => reviewLetter('approved', data, language),
  /** `name`, `title` of the review, `reason`. */
  review_rejected: (data, language) => reviewLetter('rejected', data, language),
  /** `title` of the post, its statuses `before` and `after`, `reason`, and `reader`: `author` or `voter`. */
  post_status: postLetter,
};

function reviewLetter(status: 'approved' | 'rejected', data: MailData, language: MessageLanguage): Letter {
  const words = REVIEW[language];
  return {
    subject: words[status].subject,
    paragraphs: [
      words.greeting(data['name'] ?? ''),
      words[status].text,
      ...quoted(data['title']),
      ...reasonGiven(words.reason, data['reason']),
    ],
  };
}

function postLetter(data: MailData, language: MessageLanguage): Letter {
  const words = POST[language];
  const title = data['title'] ?? '';
  const [before, after] = [statusWord(data['before'], language), statusWord(data['after'], language)];
  const opening = data['reader'] === 'author' ? words.author : words.voter;
  return {
    subject: words.subject(shortened(title), after),
    paragraphs: [opening(before, after), { quote: title }, ...reasonGiven(words.reason, data['reason'])],
  };
}

function statusWord(status: string | null | undefined, language: MessageLanguage): string {
  const words: Readonly<Record<string, string>> = STATUS[language];
  return words[status ?? ''] ?? status ?? '';
}

function reasonGiven(introduction: string, reason: string | null | undefined): Paragraph[] {
  const quote = quoted(reason);
  return quote.length === 0 ? [] : [introduction, ...quote];
}

function quoted(text: string | null | undefined): Paragraph[] {
  return text === null || text === undefined || text === '' ? [] : [{ quote: text }];
}

function shortened(title: string): string {
  const signs = [...title];
  return signs.length <= SUBJECT_TITLE ? title : `${signs.slice(0, SUBJECT_TITLE - 1).join('')}…`;
}
