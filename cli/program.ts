import { Command, CommanderError, Option } from 'commander';
import type { GlobalOptions, LoadCommand, Register } from './command.ts';
import { createContext } from './context.ts';
import { DryRun, showRequests } from './dry-run.ts';
import { blameOptions } from './errors/blame.ts';
import { CliError, EXIT, type ExitCode, usageError } from './errors/errors.ts';
import { isHelpShown, wrongUse } from './errors/wrong-use.ts';
import { OptionValues } from './input/option-values.ts';
import { columnsOf, type Io, isTerminal } from './io.ts';
import { loadNouns } from './nouns.ts';
import { readPositive, readSeconds } from './options.ts';
import type { JsonFilter } from './output/jq.ts';
import { FORMATS } from './output/printer.ts';
import { reportError } from './output/report-error.ts';
import { readVersion } from './version.ts';

const DEFAULT_TIMEOUT_SECONDS = 15;

const EXAMPLES = `
Examples:
  diwan login                              sign in, and save the credentials
  diwan reviews triage                     decide pending reviews, one at a time
  diwan versions publish shop --force      publish a release that every user must install
  diwan apps list --jq '.[].slug'          read data in a script

Exit codes: 0 done, 1 failed, 2 wrong use, 4 not signed in or not allowed, 5 not found, 6 conflict, 7 network, 130 Ctrl-C`;

/** Runs one command line and resolves to its exit code. It never ends the process. */
export async function runProgram(words: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  let exit: number = EXIT.done;
  const program = createProgram(io);
  const register: Register = (command, load) =>
    command.action(async () => {
      exit = await runCommand(command, load, { io, signal });
    });
  for (const noun of await loadNouns(words)) noun(program, register);
  // behind a command, --version is an option of that command
  if (!program.commands.some((command) => words.includes(command.name())))
    program.version(readVersion(), '-v, --version', 'print the version');
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exit;
  } catch (error) {
    const isWrongUse = error instanceof CommanderError && error.exitCode !== 0;
    return exitAfter(isWrongUse ? wrongUse(program, words, error) : error, words, io);
  }
}

function createProgram(io: Io): Command {
  return new Command('diwan')
    .description('Runs a Diwan server from the command line: moderation, releases, maintenance, flags, people.')
    .addOption(new Option('-o, --output <format>', 'print data in this format (default: table on a terminal, else tsv)').choices(FORMATS))
    .option('--json', 'the same as --output json: the data of the server, errors included')
    .option('--jq <expression>', 'filter the JSON data, like `| jq -r`; errors stay on stderr')
    .option('--no-color', 'print without colours, like NO_COLOR and TERM=dumb')
    .option('--no-input', 'never ask; a missing value is an error')
    .option('-p, --profile <name>', 'use this profile (DIWAN_PROFILE)')
    .option('--url <address>', 'use this server (DIWAN_URL)')
    .option('-P, --project <id>', 'act on this project', readPositive)
    .option('--timeout <seconds>', 'longest wait for an answer', readSeconds, DEFAULT_TIMEOUT_SECONDS)
    .addOption(new Option('--dry-run', 'print the request of a change instead of sending it'))
    .showSuggestionAfterError(true)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXAMPLES)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => columnsOf(io.stdout),
      getErrHelpWidth: () => columnsOf(io.stderr),
      // `exitAfter` prints errors like those of commands
      outputError: () => {},
    });
}

async function runCommand(command: Command, load: LoadCommand, { io, signal }: { io: Io; signal: AbortSignal }): Promise<number> {
  const options = new OptionValues(command.optsWithGlobals());
  const args = command.processedArgs.flat().filter((word) => typeof word === 'string');
  const globals = globalOptions(options);
  const filter = globals.jq === undefined ? null : await loadFilter(globals.jq, io);
  const context = createContext(io, globals, { signal, filter });
  const { default: module } = await load();
  try {
    return await module.execute({ args, options }, context);
  } catch (error) {
    if (!(error instanceof DryRun)) throw error instanceof CliError ? blameOptions(command, error) : error;
    showRequests(context.print, error);
    return EXIT.done;
  }
}

/** Imported only for --jq, because the interpreter of jq takes time to load. */
async function loadFilter(expression: string, { stdout }: Io): Promise<JsonFilter> {
  const { createFilter } = await import('./output/jq.ts');
  return createFilter(expression, { pretty: isTerminal(stdout) });
}

function globalOptions(options: OptionValues): GlobalOptions {
  const jq = options.text('jq');
  const output = options.choice('output', FORMATS);
  const wantsJson = options.has('json') || jq !== undefined;
  if (wantsJson && output !== undefined && output !== 'json')
    throw usageError(`${jq === undefined ? '--json' : '--jq'} contradicts --output ${output}.`, 'give only one of them');
  const format = wantsJson ? 'json' : output;
  return {
    json: format === 'json',
    format,
    jq,
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
  const style = { json: hasJsonErrors(words), color: !words.includes('--no-color') };
  // commander has printed the version or the help, on stderr when a command is missing
  if (error instanceof CommanderError) return EXIT.done;
  if (isHelpShown(error) && !style.json) return EXIT.usage;
  return reportError(error, io, style);
}

/** Whether errors belong on stdout as JSON. Under --jq they do not, because a script would take them for the filtered data. */
function hasJsonErrors(words: readonly string[]): boolean {
  if (words.some((word) => word === '--jq' || word.startsWith('--jq='))) return false;
  return words.some((word, index) => {
    if (word === '-o' || word === '--output') return words[index + 1] === 'json';
    return ['--json', '-ojson', '--output=json'].includes(word);
  });
}
