import { CliError, EXIT, missingFlag, usageError } from '../errors.ts';
import type { Kit } from '../kit.ts';

/**
 * For acts that stop apps or cannot be called back at once: the slug must be typed, or given as `--confirm SLUG`.
 * @throws CliError exit 2 when it is another word, or nobody can be asked
 */
export async function confirmSevere(
  kit: Kit,
  { slug, act, given }: { slug: string; act: string; given: string | undefined },
): Promise<void> {
  if (kit.options.dryRun || given === slug) return;
  if (given !== undefined) throw usageError(`--confirm says "${given}", but this is about "${slug}".`, `give --confirm ${slug}`);
  const prompter = await kit.prompter();
  if (prompter === null) throw missingFlag(`--confirm ${slug}`);
  const typed = await prompter.text({ message: `${act} Type ${slug} to go on:` });
  if (typed.trim() !== slug) throw refused();
}

/** For what cannot be called back: deletions, or another `act`. @throws CliError exit 2 when the answer is no, or nobody can be asked and `--yes` is not given */
export async function confirmDelete(kit: Kit, { what, yes, act = 'Delete' }: { what: string; yes: boolean; act?: string }): Promise<void> {
  if (kit.options.dryRun || yes) return;
  const prompter = await kit.prompter();
  if (prompter === null) throw missingFlag('--yes');
  if (!(await prompter.confirm({ message: `${act} ${what}?` }))) throw refused();
}

function refused(): CliError {
  return new CliError({ exit: EXIT.usage, code: 'refused', message: 'Nothing was changed.' });
}
