import { hasBlockedWord } from '../../../domain/blocked-words.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { FeedbackContext } from '../feedback.ts';

/** Whether texts have a word of the project setting `blockedWords`, so that they wait for a moderator. */
export async function hasBlockedWords(ctx: FeedbackContext, texts: readonly (string | null)[]): Promise<boolean> {
  const settings = await ctx.service.findSettings(projectIdOf(ctx));
  return hasBlockedWord(settings?.blockedWords ?? [], texts);
}
