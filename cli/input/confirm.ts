import type { CommandContext } from '../command.ts';
import { CliError, EXIT, missingFlag, usageError } from '../errors.ts';

/**
 * Confirms an action that stops apps or cannot be undone at once: the user types the slug, or gives `--confirm SLUG`.
 * @throws CliError exit 2 for another word, or when questions are impossible
 */
export async function confirmSevere(
  context: CommandContext,
  { slug, consequence, given }: { slug: string; consequence: string; given: string | undefined },
): Promise<void> {
  if (context.options.dryRun || given === slug) return;
  if (given !== undefined) throw usageError(`--confirm names "${given}", but this changes "${slug}".`, `give --confirm ${slug}`);
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag(`--confirm ${slug}`);
  const typed = await prompter.text({ message: `${consequence} Type ${slug} to continue:` });
  if (typed.trim() !== slug) throw notConfirmed();
}

/** Confirms a deletion, or another irreversible `action`. @throws CliError exit 2 for a no, or without `--yes` when questions are impossible */
export async function confirmDelete(
  context: CommandContext,
  { target, yes, action = 'Delete' }: { target: string; yes: boolean; action?: string },
): Promise<void> {
  if (context.options.dryRun || yes) return;
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag('--yes');
  if (!(await prompter.confirm({ message: `${action} ${target}?` }))) throw notConfirmed();
}

function notConfirmed(): CliError {
  return new CliError({ exit: EXIT.usage, code: 'refused', message: 'Not confirmed: nothing was changed.' });
}
