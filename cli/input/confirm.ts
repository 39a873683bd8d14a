import type { CommandContext } from '../command.ts';
import { CliError, EXIT, missingFlag, usageError } from '../errors/errors.ts';
import { oneLine } from '../output/safe-text.ts';
import { plainCode } from './codes.ts';

/**
 * Confirms an action that stops apps or cannot be undone at once: the user types the slug, or gives `--confirm SLUG`.
 * @throws CliError exit 2 for an empty answer or a no, or when questions are impossible
 */
export async function confirmSevere(
  context: CommandContext,
  { slug, consequence, given }: { slug: string; consequence: string; given: string | undefined },
): Promise<void> {
  if (context.options.dryRun || given === slug) return;
  if (given !== undefined) throw usageError(`--confirm names "${given}", but this changes "${slug}".`, `give --confirm ${slug}`);
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag(`--confirm ${slug}`);
  await noteServer(context);
  const typed = await prompter.text({
    message: `${consequence} Type ${slug} to continue:`,
    check: (text) => ['', 'n', 'no', slug].includes(text.trim()) || `Type ${slug} exactly, or no to change nothing.`,
  });
  if (typed.trim() !== slug) throw notConfirmed();
}

/**
 * Confirms a deletion, or another irreversible `action`.
 * @throws CliError exit 2 for a no, or without `--yes` when questions are impossible
 */
export async function confirmDelete(
  context: CommandContext,
  { target, yes, action = 'Delete' }: { target: string; yes: boolean; action?: string },
): Promise<void> {
  if (context.options.dryRun || yes) return;
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag('--yes');
  await noteServer(context);
  if (!(await prompter.confirm({ message: `${action} ${target}?` }))) throw notConfirmed();
}

/** How many digits of a phone `confirmByPhone` compares. */
const DIGITS = 4;

/**
 * Confirms the erasure of a user: the user of `diwan` types the last digits of the phone, or gives `--confirm DIGITS`. They are not shown,
 * so that they come from the person who asked for it.
 * @throws CliError exit 2 for other digits, for an empty answer or a no, or when questions are impossible
 */
export async function confirmByPhone(
  context: CommandContext,
  { phone, target, given }: { phone: string; target: string; given: string | undefined },
): Promise<void> {
  const digits = phone.slice(-DIGITS);
  const isRight = (text: string): boolean => plainCode(text) === digits;
  if (context.options.dryRun || (given !== undefined && isRight(given))) return;
  if (given !== undefined)
    throw usageError(`--confirm ${given} does not match the phone of ${target}.`, `give the last ${DIGITS} digits of the right phone`);
  const prompter = await context.prompter();
  if (prompter === null) throw missingFlag(`--confirm <last ${DIGITS} digits of the phone>`);
  await noteServer(context);
  const typed = await prompter.text({
    message: `All data of ${target} will be erased for good. Type the last ${DIGITS} digits of the phone to continue:`,
    check: (text) =>
      ['', 'n', 'no'].includes(text.trim()) || isRight(text) || 'The phone ends differently. Type the digits, or no to change nothing.',
  });
  if (!isRight(typed)) throw notConfirmed();
}

/** The line above a confirmation: a person with several profiles must see which server the change is for. */
async function noteServer({ print, session }: CommandContext): Promise<void> {
  const { url, profileName } = await session();
  print.note(print.colors.bold(oneLine(`Server ${url}, profile ${profileName}`)));
}

function notConfirmed(): CliError {
  return new CliError({ exit: EXIT.usage, code: 'refused', message: 'Not confirmed: nothing was changed.' });
}
