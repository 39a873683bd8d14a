/** `broadcast` for what goes to many: everything else is taken before it. */
export type MailPriority = 'direct' | 'broadcast';

/** As the column `priority` keeps them. */
export const PRIORITIES: Readonly<Record<MailPriority, number>> = { direct: 0, broadcast: 1 };
