import { type CommandContext, defineCommand } from '../../command.ts';
import { CliError, usageError } from '../../errors.ts';
import type { Prompter } from '../../prompter.ts';
import { type Decision, decide } from './decide.ts';
import { checkReason, contentFields, type Review } from './fields.ts';
import { nextPending, refreshPending, undoDecision } from './queue.ts';

interface TriageSession {
  readonly context: CommandContext;
  readonly prompter: Prompter;
}

type MadeDecision = Decision & { readonly status: 'approved' | 'rejected' };

interface TriageCounts {
  approved: number;
  rejected: number;
  skipped: number;
  /** Decided by another moderator, or deleted, while it was on the screen. */
  settledByOthers: number;
}

interface PastReview {
  readonly id: number;
  readonly outcome: keyof TriageCounts;
}

export default defineCommand<Prompter>({
  async parse(_line, context) {
    const prompter = await context.prompter();
    if (prompter !== null && context.print.isTerminal) return prompter;
    throw usageError(
      'triage needs a terminal, because it shows reviews and asks for decisions.',
      'without a terminal, run `diwan reviews list --status pending`, then `diwan reviews approve ID…` or `diwan reviews reject ID…`',
    );
  },
  async run(context, prompter) {
    const counts: TriageCounts = { approved: 0, rejected: 0, skipped: 0, settledByOthers: 0 };
    try {
      await triageAll({ context, prompter }, counts);
    } finally {
      // also printed after Ctrl-C and errors
      context.print.note(describeCounts(counts));
    }
  },
});

/** Reads the queue again after each review, so that new reviews are included. */
async function triageAll(session: TriageSession, counts: TriageCounts): Promise<void> {
  const { context, prompter } = session;
  const past: PastReview[] = [];
  for (;;) {
    const skipped = new Set(past.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id));
    const next = await nextPending(context, skipped);
    if (next === null && past.length === 0) return context.print.note('No review is pending.');
    const outcome =
      next === null
        ? await askAtEnd(prompter)
        : await triageOne(session, next.review, `${past.length + 1} of ${past.length + next.remaining}`);
    if (outcome === 'quit') return;
    if (outcome === 'back') await goBack(context, past, counts);
    else if (next !== null) {
      counts[outcome] += 1;
      past.push({ id: next.review.id, outcome });
    }
  }
}

async function askAtEnd(prompter: Prompter): Promise<'back' | 'quit'> {
  return (await prompter.confirm({ message: 'No more pending reviews. Go back to the last one?' })) ? 'back' : 'quit';
}

/** Undoes the last decision or skip, so that its review is the next one of the queue. */
async function goBack(context: CommandContext, past: PastReview[], counts: TriageCounts): Promise<void> {
  const last = past.pop();
  if (last === undefined) return context.print.note('This is the first review.');
  const { id, outcome } = last;
  const isDecided = outcome === 'approved' || outcome === 'rejected';
  if (outcome === 'skipped' || (isDecided && (await undoDecision(context, id, outcome)))) counts[outcome] -= 1;
}

/** Shows a review and asks for a decision; repeats both when its text has changed meanwhile. */
async function triageOne(
  { context, prompter }: TriageSession,
  review: Review,
  place: string,
): Promise<keyof TriageCounts | 'back' | 'quit'> {
  const { id } = review;
  let shown: Review | null = review;
  while (shown !== null) {
    showReview(context, shown, place);
    const decision = await askDecision(prompter);
    if (typeof decision === 'string') return decision;
    if ((await refreshPending(context, id)) === null) return 'settledByOthers';
    if (await applyDecision(context, shown, decision)) {
      context.print.note(`Review ${id} ${decision.status}.`);
      return decision.status;
    }
    shown = await refreshPending(context, id);
    if (shown !== null) context.print.note(`Review ${id} was changed while you read it. No decision was saved. The new text:`);
  }
  return 'settledByOthers';
}

function showReview({ print }: CommandContext, review: Review, place: string): void {
  print.lines(`\n${print.colors.bold(`Review ${review.id}`)}  ${place}`);
  const fields = contentFields(print, review).filter(([, value]) => value !== null && value !== '');
  print.record(fields, review);
}

async function askDecision(prompter: Prompter): Promise<MadeDecision | 'skipped' | 'back' | 'quit'> {
  const choice = await prompter.choose({
    message: 'Decision? (type the first letter)',
    choices: [
      { name: 'approve', value: 'approved' },
      { name: 'reject', value: 'rejected' },
      { name: 'skip', value: 'skipped' },
      { name: 'back, and undo the last decision', value: 'back' },
      { name: 'quit', value: 'quit' },
    ],
    // an accidental Return must not approve the next review
    initial: 'skipped',
  });
  if (choice !== 'rejected') return choice === 'approved' ? { status: choice } : choice;
  const reason = await prompter.text({ message: 'Reason for the author (optional):', check: checkReason });
  return { status: choice, reason: reason.trim() || undefined };
}

/** False when the text of the review has changed, or the review is gone. */
async function applyDecision(context: CommandContext, { id, contentHash }: Review, decision: Decision): Promise<boolean> {
  try {
    await decide(context, id, { ...decision, contentHash });
    return true;
  } catch (error) {
    if (error instanceof CliError && ['content_changed', 'review_not_found'].includes(error.info.code)) return false;
    throw error;
  }
}

function describeCounts({ approved, rejected, skipped, settledByOthers }: TriageCounts): string {
  const others = settledByOthers === 0 ? '' : `, ${settledByOthers} settled by others`;
  return `${approved} approved, ${rejected} rejected, ${skipped} skipped${others}.`;
}
