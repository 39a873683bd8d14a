/** `broadcast` for mails to many recipients; `direct` mails are sent before them. */
export type MailPriority = 'direct' | 'broadcast';

/** The values of the column `priority`. */
export const PRIORITIES: Readonly<Record<MailPriority, number>> = { direct: 0, broadcast: 1 };
