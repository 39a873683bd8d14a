import type { Command, Option } from 'commander';
import { unwrap } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { type Kit, type Raw, type Verb, verb } from '../../kit.ts';
import { oneLine } from '../../output/safe-text.ts';
import { readProfiles } from '../../profiles/store.ts';

type Candidate = readonly [word: string, explanation: string];

/** A line of the shell up to the cursor. */
interface Line {
  readonly command: Command;
  /** Arguments of the command so far. */
  readonly args: readonly string[];
  /** The option whose value is being typed. */
  readonly option: Option | null;
  readonly current: string;
}

/** Who waits at a prompt does not wait longer for a server. */
const LONGEST_SECONDS = 1;

/** Answers the scripts of `diwan completion`; never with an error. */
export function createCandidates(program: Command): Verb {
  return verb<Line>({
    parse: ({ args }: Raw) => readLine(program, args),
    async run(kit, line) {
      const found = await candidatesOf(kit, line).catch(() => []);
      const fitting = found.filter(([word]) => word.startsWith(line.current));
      if (fitting.length > 0) kit.print.lines(fitting.map(([word, explanation]) => `${word}\t${explanation}`).join('\n'));
    },
  });
}

function readLine(program: Command, words: readonly string[]): Line {
  const current = words.at(-1) ?? '';
  let command = program;
  let option: Option | null = null;
  const args: string[] = [];
  for (const word of words.slice(0, -1)) {
    if (option !== null) option = null;
    else if (word.startsWith('-')) option = valued(optionsOf(command).find(({ long, short }) => word === long || word === short));
    else {
      const next = args.length === 0 ? command.commands.find((known) => known.name() === word) : undefined;
      if (next === undefined) args.push(word);
      else command = next;
    }
  }
  return { command, args, option, current };
}

/** Its own and those of all commands above it. */
function optionsOf(command: Command): Option[] {
  return [...command.options, ...(command.parent === null ? [] : optionsOf(command.parent))];
}

function valued(option: Option | undefined): Option | null {
  return option !== undefined && (option.required || option.optional) ? option : null;
}

async function candidatesOf(kit: Kit, { command, args, option, current }: Line): Promise<readonly Candidate[]> {
  if (option !== null) return chosen(option.argChoices) ?? valuesOf(kit, option.attributeName(), args);
  if (current.startsWith('-')) return optionsOf(command).map(({ long, short, description }) => [long ?? short ?? '', description]);
  if (command.commands.length > 0 && args.length === 0) return visibleCommands(command);
  const argument = command.registeredArguments[args.length] ?? command.registeredArguments.findLast(({ variadic }) => variadic);
  if (argument === undefined) return [];
  return chosen(argument.argChoices) ?? valuesOf(kit, argument.name(), args);
}

function chosen(choices: readonly string[] | undefined): Candidate[] | undefined {
  return choices?.map((choice) => [choice, '']);
}

function visibleCommands(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((known) => [known.name(), known.description()]);
}

/** What the server or the profiles hold, by the name of the argument or the option. */
async function valuesOf(kit: Kit, name: string, [slug = '']: readonly string[]): Promise<Candidate[]> {
  if (name === 'profile') return Object.entries((await readProfiles(kit.io)).profiles).map(([known, { url }]) => [known, url]);
  if (name === 'slug' || name === 'app') return listApps(kit);
  if (name === 'confirm') return [[slug, '']];
  return name === 'key' ? listFlags(kit, slug) : [];
}

async function listApps(kit: Kit): Promise<Candidate[]> {
  const apps = await unwrap((await quickly(kit)).GET('/api/v1/admin/apps'));
  return apps.map(({ slug, name }) => [slug, oneLine(name)]);
}

async function listFlags(kit: Kit, slug: string): Promise<Candidate[]> {
  const flags = await unwrap((await quickly(kit)).GET('/api/v1/admin/apps/{slug}/features/admin', { params: { path: { slug } } }));
  return flags.map(({ flagKey, isEnabled }) => [flagKey, isEnabled ? 'on' : 'off']);
}

async function quickly(kit: Kit) {
  const { url, apiKey } = await kit.session();
  return connect({ ...kit, options: { ...kit.options, timeoutSeconds: LONGEST_SECONDS } }, url, { apiKey, retries: false }).api;
}
