import { existsSync } from 'node:fs';
import v8 from 'node:v8';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { VERSION } from '../../boot/version.ts';
import { loadWithOptions } from '../../config/load-env-file.ts';
import type { Environment } from '../../config/types.ts';
import { messageOf } from '../on-database.ts';

/** `diwan-server`: starts the server, or does one work on its database or keys. The npm scripts call the same code. */

interface ProgramOptions {
  readonly port?: string;
  readonly dataDir?: string;
  readonly envFile?: string;
}

/** A work that ends: it resolves to the exit code. @throws Error with the reason why it failed */
type Work<O> = (environment: Environment, options: O) => Promise<number>;

const EXAMPLES = `
Examples:
  diwan-server                                  start with an embedded database in ./data
  diwan-server --port 8080 --data-dir /srv/diwan
  diwan-server --env-file production.env        with the settings of a file; docs/operations.md lists them
  diwan-server migrate                          create or change the tables, and end

Exit codes: 0 done, 1 failed, 2 wrong use`;

/** Runs one command line, and sets the exit code. A server goes on after that. */
export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    await createProgram().parseAsync([...words], { from: 'user' });
  } catch (error) {
    process.exitCode = report(error);
  }
}

function createProgram(): Command {
  const program = new Command('diwan-server')
    .description('Starts a Diwan server, or does one work on its database or its keys.')
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this text')
    .option('--port <number>', 'listen on this port (PORT)', readPort)
    .option('--data-dir <folder>', 'keep the embedded database and the keys here (DATA_DIR; default: ./data)', textOf('--data-dir'))
    .option('--env-file <file>', 'read settings that the environment lacks from this file (default: .env)', readFile)
    .showSuggestionAfterError(true)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXAMPLES)
    .helpCommand(false)
    .exitOverride()
    // `report` prints errors
    .configureOutput({ outputError: () => {} });
  program
    .argument('[command]')
    .usage('[options] [command]')
    .action((word?: string) => (word === undefined ? serve(program) : refuseCommand(word)));
  addWorks(program);
  return program;
}

function addWorks(program: Command): void {
  const add = <O extends object>(name: string, about: string, load: () => Promise<Work<O>>): Command => {
    const command = program.command(name).description(about).helpOption('-h, --help', 'show this text');
    return command.action(async () => {
      const work = await load();
      process.exitCode = await work(environmentOf(program.opts()), command.opts<O>());
    });
  };
  add('migrate', 'run the pending migrations on the database', async () => (await import('./migrate.ts')).migrateDatabase);
  add('bootstrap', 'create the first operator of a server that has none', async () => (await import('./bootstrap.ts')).bootstrap)
    .option('--username <name>', 'the username', readUsername, 'admin')
    .addHelpText('after', BOOTSTRAP_HELP);
  add('recount', 'compare the counters with the counted rows, and repair them', async () => (await import('./recount.ts')).recountAll)
    .option('--check', 'repair nothing; exit with 1 when a counter does not equal its rows')
    .addHelpText('after', RECOUNT_HELP);
  add('keys:rotate', 'add a new key that signs access tokens', async () => (await import('./rotate-keys.ts')).rotate)
    .option('--file <file>', 'the JWK Set to change (default: JWT_KEYS_FILE, else jwt-keys.json in DATA_DIR)', textOf('--file'))
    .option('--create', 'create the file with a first key if it does not exist, else change nothing')
    .option('--now', 'sign with the new key at once instead of after a minute')
    .addHelpText('after', ROTATE_HELP);
}

function refuseCommand(word: string): never {
  throw new InvalidArgumentError(`There is no command ${word}. The commands are migrate, bootstrap, recount and keys:rotate.`);
}

/** Resolves when the server is starting; it ends the process itself. */
async function serve(program: Command): Promise<void> {
  keepHeapSmall();
  const { runServer } = await import('../../boot/main.ts');
  runServer(() => environmentOf(program.opts()));
}

/** As `npm start` does by an option of Node, which a program that npx starts cannot get; docs/decisions.md gives the figures. */
function keepHeapSmall(): void {
  const isChosen = process.execArgv.some((option) => option.startsWith('--heap-growing-percent'));
  if (!isChosen) v8.setFlagsFromString('--heap-growing-percent=20');
}

function environmentOf({ port, dataDir, envFile }: ProgramOptions): Environment {
  const overrides = { ...(port === undefined ? {} : { PORT: port }), ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }) };
  return loadWithOptions(overrides, envFile);
}

function readPort(text: string): string {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError('--port must be a whole number from 0 to 65535; 0 takes a free one');
  return text;
}

function textOf(option: string): (text: string) => string {
  return (text) => {
    if (text === '') throw new InvalidArgumentError(`${option} must not be empty.`);
    return text;
  };
}

function readFile(file: string): string {
  if (!existsSync(file)) throw new InvalidArgumentError(`--env-file names a file that does not exist: ${file}`);
  return file;
}

function readUsername(name: string): string {
  if (/^[A-Za-z\d._@-]{3,64}$/.test(name)) return name;
  throw new InvalidArgumentError('--username must be 3 to 64 letters, digits or any of . _ @ -');
}

/** The exit code of an error, whose reason is printed on standard error. */
function report(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isWrongUse = error instanceof CommanderError;
  process.stderr.write(`${isWrongUse ? `${reasonOf(error)}\nSee diwan-server --help.` : messageOf(error)}\n`);
  return isWrongUse ? 2 : 1;
}

/** The words of commander, where they help; the reason alone for an argument that one of our readers refused. */
function reasonOf({ code, message }: CommanderError): string {
  const reason = message.replace(/^error: /, '');
  if (code === 'commander.invalidArgument') return reason.replace(/^.*? is invalid\. /, '');
  return reason;
}

const BOOTSTRAP_HELP = `
Prints the password once. Works on the database of the server, which may be running. The operator is an owner: an admin of all projects.

Examples:
  diwan-server bootstrap
  diwan-server bootstrap --username sara`;

const RECOUNT_HELP = `
Recounts reviews, comments, favorites, posts, votes, roadmap and changelog, what each day brought, and the users of each build of an app.
Servers may keep running and writing. Standard output has one line for each wrong counter, at most a few thousand per table; standard error
shows the progress.

Examples:
  diwan-server recount --check
  DATABASE_URL=mysql://… diwan-server recount`;

const ROTATE_HELP = `
Keys that no valid token needs are removed. Running servers read the new file within 2 seconds and need no restart. If each machine has its own
file, rotate on one machine and copy the file to the others within a minute. After --now, servers that have not read the key yet refuse its
tokens for up to 2 s. --create is for a first start in production.

Examples:
  diwan-server keys:rotate
  diwan-server keys:rotate --file /etc/diwan/jwt-keys.json --now
  diwan-server keys:rotate --create --file /etc/diwan/jwt-keys.json`;
