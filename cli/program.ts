import { Command, CommanderError, Option } from 'commander';
import type { GlobalOptions, LoadCommand, Register } from './command.ts';
import { account } from './commands/account/index.ts';
import { analytics } from './commands/analytics/index.ts';
import { api } from './commands/api/index.ts';
import { apps } from './commands/apps/index.ts';
import { changelog } from './commands/changelog/index.ts';
import { completion } from './commands/completion/index.ts';
import { doctor } from './commands/doctor/index.ts';
import { flags } from './commands/flags/index.ts';
import { keys } from './commands/keys/index.ts';
import { maintenance } from './commands/maintenance/index.ts';
import { operators } from './commands/operators/index.ts';
import { posts } from './commands/posts/index.ts';
import { projects } from './commands/projects/index.ts';
import { reviews } from './commands/reviews/index.ts';
import { roadmap } from './commands/roadmap/index.ts';
import { stats } from './commands/stats/index.ts';
import { testPhones } from './commands/test-phones/index.ts';
import { users } from './commands/users/index.ts';
import { versions } from './commands/versions/index.ts';
import { createContext } from './context.ts';
import { DryRun, showRequests } from './dry-run.ts';
import { EXIT, type ExitCode, usageError } from './errors.ts';
import { OptionValues } from './input/option-values.ts';
import type { Io } from './io.ts';
import { readPositive } from './options.ts';
import { reportError } from './output/report-error.ts';
import { readVersion } from './version.ts';

/** The command groups in the order of the help. */
const NOUNS: readonly ((program: Command, register: Register) => void)[] = [
  account,
  doctor,
  reviews,
  posts,
  roadmap,
  changelog,
  stats,
  apps,
  versions,
  maintenance,
  flags,
  analytics,
  projects,
  operators,
  testPhones,
  users,
  keys,
  api,
  completion,
];

const DEFAULT_TIMEOUT_SECONDS = 15;
const HELP_HINT = 'run it with --help to see what it accepts';

const EXAMPLES = `
Examples:
  diwan login                              sign in, and save the credentials
  diwan reviews triage                     decide pending reviews, one at a time
  diwan versions publish shop --force      publish a release that every user must install
  diwan apps list --json | jq '.[].slug'   read data in a script

Exit codes: 0 done, 1 failed, 2 wrong use, 4 not signed in or not allowed, 5 not found, 6 conflict, 7 network, 130 Ctrl-C`;

/** Runs one command line and resolves to its exit code. It never ends the process. */
export async function runProgram(words: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  let exit: number = EXIT.done;
  const program = createProgram(io);
  const register: Register = (command, load) =>
    command.action(async () => {
      exit = await runCommand(command, load, { io, signal });
    });
  for (const noun of NOUNS) noun(program, register);
  // behind a command, --version is an option of that command
  if (!program.commands.some((command) => words.includes(command.name()))) program.version(readVersion(), '--version', 'print the version');
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exit;
  } catch (error) {
    return exitAfter(error, words, io);
  }
}

function createProgram(io: Io): Command {
  return new Command('diwan')
    .description('Runs a Diwan server from the command line: moderation, releases, maintenance, flags, people.')
    .option('--json', 'print the data of the server as JSON, errors included')
    .option('--no-color', 'print without colours, like NO_COLOR and TERM=dumb')
    .option('--no-input', 'never ask; a missing value is an error')
    .option('--profile <name>', 'use this profile (DIWAN_PROFILE)')
    .option('--url <address>', 'use this server (DIWAN_URL)')
    .option('--project <id>', 'act on this project', readPositive)
    .option('--timeout <seconds>', 'longest wait for an answer', readPositive, DEFAULT_TIMEOUT_SECONDS)
    .addOption(new Option('--dry-run', 'print the request of a change instead of sending it'))
    .showSuggestionAfterError(true)
    .showHelpAfterError(`(${HELP_HINT})`)
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: (text) => void io.stderr.write(text) });
}

async function runCommand(command: Command, load: LoadCommand, { io, signal }: { io: Io; signal: AbortSignal }): Promise<number> {
  const options = new OptionValues(command.optsWithGlobals());
  const args = command.processedArgs.flat().filter((word) => typeof word === 'string');
  const context = createContext(io, globalOptions(options), signal);
  const { default: module } = await load();
  try {
    return await module.execute({ args, options }, context);
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    showRequests(context.print, error);
    return EXIT.done;
  }
}

function globalOptions(options: OptionValues): GlobalOptions {
  return {
    json: options.has('json'),
    color: !options.isNegated('color'),
    input: !options.isNegated('input'),
    profile: options.text('profile'),
    url: options.text('url'),
    project: options.number('project'),
    timeoutSeconds: options.number('timeout') ?? DEFAULT_TIMEOUT_SECONDS,
    dryRun: options.has('dryRun'),
  };
}

function exitAfter(error: unknown, words: readonly string[], io: Io): ExitCode {
  const style = { json: words.includes('--json'), color: !words.includes('--no-color') };
  if (!(error instanceof CommanderError)) return reportError(error, io, style);
  // commander has printed help, the version and, on stderr, wrong use already
  if (error.exitCode === 0) return EXIT.done;
  if (!style.json) return EXIT.usage;
  const [message = '', ...suggestion] = error.message.replace(/^error: /, '').split('\n');
  const hint = suggestion.join(' ').replace(/^\(|\)$/g, '') || HELP_HINT;
  return reportError(usageError(message, hint), io, style);
}
