import { CliError, usageError } from '../../errors.ts';
import { type Kit, verb } from '../../kit.ts';
import type { Prompter } from '../../prompter.ts';
import { type Decision, decide } from './decide.ts';
import { checkReason, contentFields, type Review } from './fields.ts';
import { nextWaiting, stillWaiting } from './queue.ts';

interface Desk {
  readonly kit: Kit;
  readonly prompter: Prompter;
}

interface Tally {
  approved: number;
  rejected: number;
  skipped: number;
  /** Settled by somebody else while it was read here. */
  passed: number;
}

export default verb<Prompter>({
  async parse(_raw, kit) {
    const prompter = await kit.prompter();
    if (prompter !== null && kit.print.isTerminal) return prompter;
    throw usageError(
      'triage shows one review after the other and asks: it needs a terminal.',
      'without one: `diwan reviews list --status pending`, then `diwan reviews approve ID…` or `diwan reviews reject ID…`',
    );
  },
  async run(kit, prompter) {
    const tally: Tally = { approved: 0, rejected: 0, skipped: 0, passed: 0 };
    try {
      await goThrough({ kit, prompter }, tally);
    } finally {
      // told after Ctrl-C and failures too
      kit.print.note(sentenceOf(tally));
    }
  },
});

/** Asks for the queue anew after each review, so that what comes in meanwhile is part of it. */
async function goThrough(desk: Desk, tally: Tally): Promise<void> {
  const { print } = desk.kit;
  const skipped = new Set<number>();
  for (let number = 1; ; number += 1) {
    const next = await nextWaiting(desk.kit, skipped);
    if (next === null) return print.note(number === 1 ? 'No review waits.' : 'That was the last one.');
    const { review, left } = next;
    const outcome = await settle(desk, review, `${number} of ${number - 1 + left}`);
    if (outcome === 'quit') return;
    tally[outcome] += 1;
    if (outcome === 'skipped') skipped.add(review.id);
  }
}

/** Shows a review and asks, again and again while its text changes under the moderator's eyes. */
async function settle({ kit, prompter }: Desk, review: Review, place: string): Promise<keyof Tally | 'quit'> {
  const { id } = review;
  let shown: Review | null = review;
  while (shown !== null) {
    showWhole(kit, shown, place);
    const decision = await askDecision(prompter);
    if (typeof decision === 'string') return decision;
    if ((await stillWaiting(kit, id)) === null) return 'passed';
    if (await decided(kit, shown, decision)) {
      kit.print.note(`Review ${id} ${decision.status}.`);
      return decision.status;
    }
    shown = await stillWaiting(kit, id);
    if (shown !== null) kit.print.note(`Review ${id} was changed while you read it, and nothing was decided. Now it reads:`);
  }
  return 'passed';
}

function showWhole({ print }: Kit, review: Review, place: string): void {
  print.lines(`\n${print.colors.bold(`Review ${review.id}`)}  ${place}`);
  const fields = contentFields(print, review).filter(([, value]) => value !== null && value !== '');
  print.record(fields, review);
}

async function askDecision(prompter: Prompter): Promise<Decision | 'skipped' | 'quit'> {
  const choice = await prompter.choose({
    message: 'What becomes of it? (the first letter will do)',
    choices: [
      { name: 'approve', value: 'approved' },
      { name: 'reject', value: 'rejected' },
      { name: 'skip', value: 'skipped' },
      { name: 'quit', value: 'quit' },
    ],
    // a return too many must not approve the next one unread
    initial: 'skipped',
  });
  if (choice !== 'rejected') return choice === 'approved' ? { status: choice } : choice;
  const reason = await prompter.text({ message: 'Reason, for the author (may be empty):', check: checkReason });
  return { status: choice, reason: reason.trim() || undefined };
}

/** False when the review reads otherwise by now, or is gone. */
async function decided(kit: Kit, { id, contentHash }: Review, decision: Decision): Promise<boolean> {
  try {
    await decide(kit, id, { ...decision, contentHash });
    return true;
  } catch (error) {
    if (error instanceof CliError && ['content_changed', 'review_not_found'].includes(error.facts.code)) return false;
    throw error;
  }
}

function sentenceOf({ approved, rejected, skipped, passed }: Tally): string {
  const others = passed === 0 ? '' : `, ${passed} settled by others`;
  return `${approved} approved, ${rejected} rejected, ${skipped} skipped${others}.`;
}
