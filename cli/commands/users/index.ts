import { type Command, Option } from 'commander';
import type { Register } from '../../command.ts';
import { withPages } from '../../options.ts';
import { ORDERS, ROLES, SORTS, STATUSES } from './fields.ts';

const EXAMPLE_ID = '1c6d1f0a-7f3b-4d0e-9a57-0b9f5a3c2d11';

export function users(program: Command, register: Register): void {
  const noun = program
    .command('users')
    .description('manage the users of the project, who sign in with a phone')
    .addHelpText('after', `\nExamples:\n  diwan users list --search mona\n  diwan users suspend ${EXAMPLE_ID}`);
  list(noun, register);
  register(
    noun
      .command('show <id>')
      .description('show one user with all fields')
      .addHelpText('after', `\nExamples:\n  diwan users show ${EXAMPLE_ID}\n  diwan users show ${EXAMPLE_ID} --json | jq -r .phone`),
    () => import('./show.ts'),
  );
  register(
    noun
      .command('security <id>')
      .description('show why a user cannot sign in: sessions, locks, codes and a deletion under way')
      .addHelpText('after', `\nExamples:\n  diwan users security ${EXAMPLE_ID}\n  diwan users security ${EXAMPLE_ID} --json | jq .codes`),
    () => import('./security.ts'),
  );
  register(
    noun
      .command('set-role <id> <role>')
      .description(`set the role of a user: ${ROLES.join(', ')}`)
      .option('--reason <text>', 'why, for the audit log')
      .addHelpText(
        'after',
        `\nExamples:\n  diwan users set-role ${EXAMPLE_ID} staff\n  diwan users set-role ${EXAMPLE_ID} customer --dry-run`,
      ),
    () => import('./set-role.ts'),
  );
  register(
    noun
      .command('suspend <ids...>')
      .description('sign users out everywhere and refuse new logins')
      .option('--reason <text>', 'why, for the audit log')
      .addHelpText('after', `\nExamples:\n  diwan users suspend ${EXAMPLE_ID}\n  diwan users suspend $(cat ids.txt)`),
    () => import('./suspend.ts'),
  );
  register(
    noun
      .command('activate <ids...>')
      .description('allow suspended or inactive users to sign in again')
      .option('--reason <text>', 'why, for the audit log')
      .addHelpText('after', `\nExamples:\n  diwan users activate ${EXAMPLE_ID}\n  diwan users activate $(cat ids.txt)`),
    () => import('./activate.ts'),
  );
  recovery(noun, register);
  personalData(noun, register);
}

function list(noun: Command, register: Register): void {
  register(
    withPages(
      noun
        .command('list')
        .description('list the users of the project, newest first')
        .option('--search <text>', 'an id, a phone or its last digits (at least 4), or the beginnings of name and e-mail')
        .option('--since <time>', 'only users who registered at this time or later: 30m, 2h, 2d ago, or 2026-01-31T20:00:00Z')
        .option('--until <time>', 'only users who registered before this time, given in the same way')
        .addOption(new Option('--sort <time>', 'the time that orders the users').choices(SORTS))
        .addOption(new Option('--order <direction>', 'newest first (desc) or last').choices(ORDERS))
        .addOption(new Option('--status <status>', 'only users with this status').choices(STATUSES))
        .addOption(new Option('--role <role>', 'only users with this role').choices(ROLES)),
    ).addHelpText(
      'after',
      "\nExamples:\n  diwan users list --status suspended\n  diwan users list --search 0501230002\n  diwan users list --sort lastLoginAt --since 30d\n  diwan users list --role staff --json | jq -r '.data[].id'",
    ),
    () => import('./list.ts'),
  );
}

/** For users who are locked out, or who lost their phone. */
function recovery(noun: Command, register: Register): void {
  register(
    noun
      .command('unlock <ids...>')
      .description('remove the lockouts after wrong passwords and codes, and the wait for the next code')
      .addHelpText('after', `\nExamples:\n  diwan users unlock ${EXAMPLE_ID}\n  diwan users unlock ${EXAMPLE_ID} --json`),
    () => import('./unlock.ts'),
  );
  register(
    noun
      .command('revoke-sessions <ids...>')
      .description('sign users out everywhere')
      .addHelpText(
        'after',
        `\nExamples:\n  diwan users revoke-sessions ${EXAMPLE_ID}\n  diwan users revoke-sessions ${EXAMPLE_ID} --json | jq .revoked`,
      ),
    () => import('./revoke-sessions.ts'),
  );
}

/** For people who ask for their data, or for its erasure. */
function personalData(noun: Command, register: Register): void {
  register(
    noun
      .command('export <id>')
      .description('all data that is stored of a user, as JSON on standard output or in a file')
      .option('--file <path>', 'save it in this new file, which only you can read')
      .addHelpText(
        'after',
        `\nExamples:\n  diwan users export ${EXAMPLE_ID} --file noura.json\n  diwan users export ${EXAMPLE_ID} | jq .reviews`,
      ),
    () => import('./export.ts'),
  );
  register(
    noun
      .command('erase <id>')
      .description('erase all data of a user at once and for good')
      .option('--confirm <digits>', 'the last four digits of the phone, in place of the question')
      .option('--reason <text>', 'why, for the audit log; diwan asks for a missing one')
      .addHelpText(
        'after',
        `\nExamples:\n  diwan users erase ${EXAMPLE_ID} --reason 'Asked by letter'\n  diwan users erase ${EXAMPLE_ID} --reason 'Asked by letter' --confirm 4567`,
      ),
    () => import('./erase.ts'),
  );
}
