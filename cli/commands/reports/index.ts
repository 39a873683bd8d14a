import { Argument, type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withPages } from '../../options.ts';
import { TRIAGE_HELP } from '../triage/index.ts';
import { ENTITY_TYPES, STATES } from './fields.ts';

export function reports(program: Command, register: Register): void {
  const noun = program
    .command('reports')
    .description('read what users reported, and decide on it')
    .addHelpText('after', '\nExamples:\n  diwan reports list\n  diwan reports triage\n  diwan reports remove comment 12 --reason "Spam"');
  register(
    withPages(
      noun
        .command('list')
        .description('list the reported content: open reports oldest first, decided ones newest first')
        .addOption(new Option('--state <state>', 'only reports in this state (default: open)').choices(STATES)),
    ).addHelpText('after', "\nExamples:\n  diwan reports list\n  diwan reports list --state removed --all --json | jq '.data[].entityId'"),
    () => import('./list.ts'),
  );
  register(
    reported(noun, 'show', 'show one reported thing with its reports').addHelpText(
      'after',
      '\nExamples:\n  diwan reports show comment 12\n  diwan reports show review 5 --json | jq .reasons',
    ),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('triage')
      .description('decide open reports on a terminal, one at a time, oldest first')
      .addHelpText('after', `${TRIAGE_HELP}\n\nExamples:\n  diwan reports triage\n  diwan reports triage --project 12`),
    () => import('./triage.ts'),
  );
  decisions(noun, register);
}

function decisions(noun: Command, register: Register): void {
  register(
    withReason(reported(noun, 'dismiss', 'dismiss the reports of a thing: it stays, and reports never hide it again')).addHelpText(
      'after',
      '\nExamples:\n  diwan reports dismiss comment 12\n  diwan reports dismiss review 5 --reason "It is about the product."',
    ),
    () => import('./dismiss.ts'),
  );
  register(
    withReason(reported(noun, 'remove', 'remove a reported thing')).addHelpText(
      'after',
      '\nExamples:\n  diwan reports remove comment 12\n  diwan reports remove review 5 --reason "Spam"',
    ),
    () => import('./remove.ts'),
  );
  register(
    withReason(reported(noun, 'reopen', 'take the decision on reports back')).addHelpText(
      'after',
      '\nExamples:\n  diwan reports reopen comment 12',
    ),
    () => import('./reopen.ts'),
  );
}

function reported(noun: Command, verb: string, description: string): Command {
  return noun
    .command(verb)
    .description(description)
    .addArgument(new Argument('<kind>', 'the kind of content').choices(ENTITY_TYPES))
    .argument('<id>', 'the id of the content');
}

function withReason(command: Command): Command {
  return command.option('--reason <text>', 'the reason for the audit log, and for the author of a removed review');
}
