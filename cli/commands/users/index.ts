import { type Command, Option } from 'commander';
import { readPositive } from '../../options.ts';
import type { On } from '../../program.ts';
import { ROLES, STATUSES } from './fields.ts';

const AN_ID = '1c6d1f0a-7f3b-4d0e-9a57-0b9f5a3c2d11';

export function users(program: Command, on: On): void {
  const noun = program.command('users').description('the people of the project, who sign in with a phone');
  list(noun, on);
  on(
    noun
      .command('show <id>')
      .description('one user, whole')
      .addHelpText('after', `\nExamples:\n  diwan users show ${AN_ID}\n  diwan users show ${AN_ID} --json | jq -r .phone`),
    () => import('./show.ts'),
  );
  on(
    noun
      .command('set-role <id> <role>')
      .description(`give a user another role: ${ROLES.join(', ')}`)
      .addHelpText('after', `\nExamples:\n  diwan users set-role ${AN_ID} staff\n  diwan users set-role ${AN_ID} customer --dry-run`),
    () => import('./set-role.ts'),
  );
  on(
    noun
      .command('suspend <ids...>')
      .description('sign users out everywhere and let them in no more')
      .addHelpText('after', `\nExamples:\n  diwan users suspend ${AN_ID}\n  diwan users suspend $(cat ids.txt)`),
    () => import('./suspend.ts'),
  );
  on(
    noun
      .command('activate <ids...>')
      .description('let users in again who are suspended or inactive')
      .addHelpText('after', `\nExamples:\n  diwan users activate ${AN_ID}\n  diwan users activate $(cat ids.txt)`),
    () => import('./activate.ts'),
  );
  ending(noun, on);
}

function list(noun: Command, on: On): void {
  on(
    noun
      .command('list')
      .description('the users of the project, the newest first')
      .option('--search <words>', 'only with all of these words in name or e-mail, or whose phone begins so')
      .addOption(new Option('--status <status>', 'only these').choices(STATUSES))
      .addOption(new Option('--role <role>', 'only with this role').choices(ROLES))
      .option('--page <n>', 'which page', readPositive, 1)
      .option('--limit <n>', 'how many on a page, at most 100', readPositive, 20)
      .addHelpText(
        'after',
        "\nExamples:\n  diwan users list --status suspended\n  diwan users list --search '+9665012'\n  diwan users list --role staff --json | jq -r '.data[].id'",
      ),
    () => import('./list.ts'),
  );
}

/** What helps who is locked out, or whose phone is lost. */
function ending(noun: Command, on: On): void {
  on(
    noun
      .command('unlock <ids...>')
      .description('lift the locks that wrong passwords and codes brought')
      .addHelpText('after', `\nExamples:\n  diwan users unlock ${AN_ID}\n  diwan users unlock ${AN_ID} --json`),
    () => import('./unlock.ts'),
  );
  on(
    noun
      .command('revoke-sessions <ids...>')
      .description('sign users out everywhere')
      .addHelpText(
        'after',
        `\nExamples:\n  diwan users revoke-sessions ${AN_ID}\n  diwan users revoke-sessions ${AN_ID} --json | jq .revoked`,
      ),
    () => import('./revoke-sessions.ts'),
  );
}
