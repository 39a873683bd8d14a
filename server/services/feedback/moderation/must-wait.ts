import { hasBlockedWord } from '../../../domain/blocked-words.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { FeedbackContext } from '../feedback.ts';
import { type Attempt, wasRefused } from './refusals.ts';

/**
 * Whether texts that an author writes or changes must wait for a moderator: they have a word of the project setting `blockedWords`, or
 * moderators refused the same a short time ago.
 */
export async function mustWait(ctx: FeedbackContext, texts: readonly (string | null)[], tried: Attempt): Promise<boolean> {
  const settings = await ctx.service.findSettings(projectIdOf(ctx));
  return hasBlockedWord(settings?.blockedWords ?? [], texts) || wasRefused(ctx, tried);
}
