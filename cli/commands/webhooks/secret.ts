import type { CommandContext } from '../../command.ts';
import type { IssuedWebhook } from './fields.ts';

/** Prints the secret alone, so that a script can save it. */
export function printSecret({ print }: Pick<CommandContext, 'print'>, issued: IssuedWebhook, told: string): void {
  if (print.json) return print.done('', issued);
  print.note(`${told} Save its secret now: it is shown only once, and diwan does not save it.`);
  print.lines(issued.secret);
}
