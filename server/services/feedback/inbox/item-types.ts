import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';
import { statusWord } from '../mail/mail-templates.ts';

/** The facts of an item that its target no longer shows, such as the status before. */
export type ItemData = Readonly<Record<string, string | null>>;

/** The live row of a target, as far as items show it. */
export interface LiveTarget {
  readonly entityType: string;
  /** The title of the record, or of the record that a comment is on; null when it has none. */
  readonly title: string | null;
  readonly titleAr: string | null;
  /** The beginning of a comment. */
  readonly excerpt: string | null;
}

export interface ItemWords {
  readonly title: string;
  readonly text: string;
}

type Render = (target: LiveTarget, data: ItemData, language: MessageLanguage) => ItemWords;

/** How the type of a record begins that was deleted. */
export const DELETED = 'deleted_';

const NAMES: Readonly<Record<MessageLanguage, Readonly<Record<string, string>>>> = {
  en: { post: 'Your feature request', review: 'Your review', comment: 'Your comment', changelog: 'What is new' },
  ar: { post: 'طلبك', review: 'تقييمك', comment: 'تعليقك', changelog: 'الجديد' },
};

const WORDS = {
  en: {
    status: (before: string, after: string) => `The status changed from “${before}” to “${after}”.`,
    team: (reason: string) => `From the team: ${reason}`,
    approved: 'Your review was approved. Everybody can see it now.',
    rejected: 'Your review was not approved and is not shown.',
    reason: (reason: string) => `The reason: ${reason}`,
    removed: 'A moderator removed it. Others do not see it any more.',
    reply: (excerpt: string) => `A reply to your comment: “${excerpt}”`,
    followed: 'A change was published that answers a request of yours or one that you follow.',
    announced: 'A change was published.',
  },
  ar: {
    status: (before: string, after: string) => `تغيّرت الحالة من «${before}» إلى «${after}».`,
    team: (reason: string) => `من الفريق: ${reason}`,
    approved: 'تمت الموافقة على تقييمك، وأصبح ظاهرًا للجميع.',
    rejected: 'لم تتم الموافقة على تقييمك، ولن يُعرض.',
    reason: (reason: string) => `السبب: ${reason}`,
    removed: 'أزاله أحد المشرفين، ولم يعد ظاهرًا لغيرك.',
    reply: (excerpt: string) => `رد على تعليقك: «${excerpt}»`,
    followed: 'نُشر تغيير يستجيب لطلبك أو لطلب تتابعه.',
    announced: 'نُشر تغيير جديد.',
  },
} as const;

/** The types of items by name: how each is put into words. A new type is one row here, for a target that `inbox-rows.ts` knows. */
export const ITEM_TYPES: Readonly<Record<string, Render>> = {
  /** Data: the statuses `before` and `after`, `reason`. */
  'post.status': (target, { before, after, reason }, language) => {
    const words = WORDS[language];
    const text = words.status(statusWord(before, language), statusWord(after, language));
    return { title: titleOf(target, language), text: joined(text, reason, words.team) };
  },
  /** Data: `status` after the decision, `reason`. */
  'review.decided': (target, { status, reason }, language) => {
    const words = WORDS[language];
    return {
      title: titleOf(target, language),
      text: status === 'approved' ? joined(words.approved, reason, words.team) : joined(words.rejected, reason, words.reason),
    };
  },
  'content.removed': (target, _data, language) => ({
    title: titleOf(target, language),
    text: WORDS[language].removed,
  }),
  'comment.reply': (target, _data, language) => ({
    title: titleOf(target, language),
    text: WORDS[language].reply(target.excerpt ?? ''),
  }),
  /** Data: `reader` is `everybody` for an announced entry. */
  'changelog.published': (target, { reader }, language) => ({
    title: titleOf(target, language),
    text: reader === 'everybody' ? WORDS[language].announced : WORDS[language].followed,
  }),
};

function titleOf({ entityType, title, titleAr }: LiveTarget, language: MessageLanguage): string {
  const written = language === 'ar' ? (titleAr ?? title) : title;
  return written === null || written === '' ? (NAMES[language][entityType.replace(DELETED, '')] ?? '') : written;
}

function joined(text: string, reason: string | null | undefined, introduce: (reason: string) => string): string {
  return reason === null || reason === undefined || reason === '' ? text : `${text} ${introduce(reason)}`;
}
