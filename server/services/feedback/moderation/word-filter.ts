import { hasBlockedWord } from '../../../domain/blocked-words.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { FeedbackContext } from '../feedback.ts';

/** Whether texts must wait for a moderator, because they have a word of the project setting `blockedWords`. */
export async function mustWait(ctx: FeedbackContext, texts: readonly (string | null)[]): Promise<boolean> {
  const settings = await ctx.service.findSettings(projectIdOf(ctx));
  return hasBlockedWord(settings?.blockedWords ?? [], texts);
}
