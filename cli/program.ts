import { Command, CommanderError, Option } from 'commander';
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
import { DryRun, showRequests } from './dry-run.ts';
import { EXIT, type ExitCode, usageError } from './errors.ts';
import { createKit } from './factory.ts';
import type { Io } from './io.ts';
import type { GlobalOptions, Verb } from './kit.ts';
import { readPositive } from './options.ts';
import { reportError } from './output/report-error.ts';
import { readVersion } from './version.ts';

/** Names a command's module, which is loaded only when the command runs. */
export type Load = () => Promise<{ readonly default: Verb }>;

/** Ties a command of commander to its module. */
export type On = (command: Command, load: Load) => Command;

/** The nouns in the order of the help: each puts its verbs on the program. */
const NOUNS: readonly ((program: Command, on: On) => void)[] = [
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

const EXAMPLES = `
Examples:
  diwan login                              sign in, and keep it for the next time
  diwan reviews triage                     decide on what waits, one review at a time
  diwan versions publish shop --force      bring out a release that everybody must take
  diwan apps list --json | jq '.[].slug'   for programs

Exit codes: 0 done, 1 failed, 2 wrong use, 4 not signed in or not allowed, 5 not found, 6 conflict, 7 network, 130 Ctrl-C`;

/** Runs one command line and answers its exit code; nothing ends the process. */
export async function runProgram(words: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  let exit: number = EXIT.done;
  const program = createProgram(io);
  const on: On = (command, load) =>
    command.action(async (...given: unknown[]) => {
      exit = await runVerb(given, { load, io, signal });
    });
  for (const noun of NOUNS) noun(program, on);
  // behind a command, --version is an option of its own
  if (!program.commands.some((command) => words.includes(command.name()))) program.version(readVersion(), '--version', 'print the version');
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exit;
  } catch (error) {
    return endOf(error, words, io);
  }
}

function createProgram(io: Io): Command {
  const program = new Command('diwan')
    .description('Runs a Diwan server from the command line: moderation, releases, maintenance, flags, people.')
    .option('--json', 'print what the server answers as JSON, errors too')
    .option('--no-color', 'no colours (so do NO_COLOR and TERM=dumb)')
    .option('--no-input', 'never ask; what is missing is an error')
    .option('--profile <name>', 'use this profile (DIWAN_PROFILE)')
    .option('--url <address>', 'use this server (DIWAN_URL)')
    .option('--project <id>', 'act on this project', readPositive)
    .option('--timeout <seconds>', 'longest wait for an answer', readPositive, 15)
    .addOption(new Option('--dry-run', 'show the request of a change instead of sending it'))
    .showSuggestionAfterError(true)
    .showHelpAfterError('(run it with --help for what it takes)')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: (text) => void io.stderr.write(text) });
  return program;
}

async function runVerb(given: readonly unknown[], { load, io, signal }: { load: Load; io: Io; signal: AbortSignal }): Promise<number> {
  const command = given.at(-1) as Command;
  const options = command.optsWithGlobals();
  const words = given
    .slice(0, -2)
    .flat()
    .filter((word): word is string => typeof word === 'string');
  const kit = createKit(io, globalOptions(options), signal);
  const { default: verb } = await load();
  try {
    return await verb.execute({ args: words, options }, kit);
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
    showRequests(kit.print, error);
    return EXIT.done;
  }
}

function globalOptions(options: Readonly<Record<string, unknown>>): GlobalOptions {
  return {
    json: options['json'] === true,
    color: options['color'] !== false,
    input: options['input'] !== false,
    profile: options['profile'] as string | undefined,
    url: options['url'] as string | undefined,
    project: options['project'] as number | undefined,
    timeoutSeconds: Number(options['timeout']),
    dryRun: options['dryRun'] === true,
  };
}

function endOf(error: unknown, words: readonly string[], io: Io): ExitCode {
  const style = { json: words.includes('--json'), color: !words.includes('--no-color') };
  if (!(error instanceof CommanderError)) return reportError(error, io, style);
  // help and the version are told already, and so is wrong use on a terminal's stderr
  if (error.exitCode === 0) return EXIT.done;
  if (!style.json) return EXIT.usage;
  const [message = '', ...suggestion] = error.message.replace(/^error: /, '').split('\n');
  const hint = suggestion.join(' ').replace(/^\(|\)$/g, '') || 'run it with --help for what it takes';
  return reportError(usageError(message, hint), io, style);
}
