import type { Command, Option } from 'commander';
import type { components } from '../../../generated/api-types.ts';
import { type CommandContext, type CommandModule, defineCommand } from '../../command.ts';
import { optionsOf } from '../../errors/wrong-use.ts';
import { type Api, unwrap } from '../../http/client.ts';
import { connect } from '../../http/connect.ts';
import { oneLine } from '../../output/safe-text.ts';
import { readProfiles } from '../../profiles/store.ts';

type Candidate = readonly [word: string, explanation: string];

/** The words of the shell up to the cursor. */
interface PartialLine {
  readonly command: Command;
  /** Arguments of the command so far. */
  readonly args: readonly string[];
  /** The option whose value is being typed. */
  readonly option: Option | null;
  readonly current: string;
}

/** The shell waits for the answer while the user types. */
const TIMEOUT_SECONDS = 1;

/** Answers the scripts of `diwan completion`. It stays silent about every error. */
export function createCandidates(program: Command): CommandModule {
  return defineCommand<PartialLine>({
    parse: ({ args }) => parseWords(program, args),
    async run(context, line) {
      const candidates = await candidatesOf(context, line).catch(() => []);
      const matching = candidates.filter(([word]) => word.startsWith(line.current));
      if (matching.length > 0) context.print.lines(matching.map(([word, explanation]) => `${word}\t${explanation}`).join('\n'));
    },
  });
}

function parseWords(program: Command, words: readonly string[]): PartialLine {
  const current = words.at(-1) ?? '';
  let command = program;
  let option: Option | null = null;
  const args: string[] = [];
  for (const word of words.slice(0, -1)) {
    if (option !== null) option = null;
    else if (word.startsWith('-')) option = withValue(optionsOf(command).find(({ long, short }) => word === long || word === short));
    else {
      const next = args.length === 0 ? command.commands.find((known) => known.name() === word) : undefined;
      if (next === undefined) args.push(word);
      else command = next;
    }
  }
  return { command, args, option, current };
}

/** The option, if it has a value. */
function withValue(option: Option | undefined): Option | null {
  return option !== undefined && (option.required || option.optional) ? option : null;
}

async function candidatesOf(context: CommandContext, { command, args, option, current }: PartialLine): Promise<readonly Candidate[]> {
  if (option !== null) return fromChoices(option.argChoices) ?? valuesOf(context, option.attributeName(), args);
  if (current.startsWith('-')) return optionsOf(command).map(({ long, short, description }) => [long ?? short ?? '', description]);
  if (command.commands.length > 0 && args.length === 0) return visibleCommands(command);
  const argument = command.registeredArguments[args.length] ?? command.registeredArguments.findLast(({ variadic }) => variadic);
  if (argument === undefined) return [];
  return fromChoices(argument.argChoices) ?? valuesOf(context, argument.name(), args);
}

function fromChoices(choices: readonly string[] | undefined): Candidate[] | undefined {
  return choices?.map((choice) => [choice, '']);
}

function visibleCommands(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((known) => [known.name(), known.description()]);
}

/** Values from the server or the profiles, by the name of the argument or option. */
async function valuesOf(context: CommandContext, name: string, [slug = '', key]: readonly string[]): Promise<Candidate[]> {
  if (name === 'profile') return Object.entries((await readProfiles(context.io)).profiles).map(([known, { url }]) => [known, url]);
  if (name === 'slug' || name === 'other' || name === 'from' || name === 'to' || name === 'app') return listApps(context);
  if (name === 'confirm') return [[slug, '']];
  if (name === 'segment' || name === 'testersSegment') return listSegments(context, slug);
  if (name === 'keys') return listKeys(context, slug);
  if (name === 'rule') return listRules(context, slug, key);
  return name === 'key' ? listKeys(context, slug) : [];
}

async function listApps(context: CommandContext): Promise<Candidate[]> {
  const apps = await unwrap((await apiWithShortTimeout(context)).GET('/api/v1/admin/apps'));
  return apps.map(({ slug, name }) => [slug, oneLine(name)]);
}

async function readFlags(context: CommandContext, slug: string): Promise<components['schemas']['FeatureFlag'][]> {
  const api = await apiWithShortTimeout(context);
  return unwrap(api.GET('/api/v1/admin/apps/{slug}/features/admin', { params: { path: { slug } } }));
}

async function listKeys(context: CommandContext, slug: string): Promise<Candidate[]> {
  return (await readFlags(context, slug)).map(({ flagKey, isEnabled }) => [flagKey, isEnabled ? 'on' : 'off']);
}

async function listRules(context: CommandContext, slug: string, key: string | undefined): Promise<Candidate[]> {
  const flag = (await readFlags(context, slug)).find(({ flagKey }) => flagKey === key);
  return flag?.targeting?.rules.map(({ id, name = '' }) => [id, oneLine(name)]) ?? [];
}

async function listSegments(context: CommandContext, slug: string): Promise<Candidate[]> {
  const api = await apiWithShortTimeout(context);
  const segments = await unwrap(api.GET('/api/v1/admin/apps/{slug}/segments', { params: { path: { slug } } }));
  return segments.map(({ key, name }) => [key, oneLine(name ?? '')]);
}

async function apiWithShortTimeout(context: CommandContext): Promise<Api> {
  const { url, apiKey } = await context.session();
  return connect({ ...context, options: { ...context.options, timeoutSeconds: TIMEOUT_SECONDS } }, url, { apiKey, retries: false }).api;
}
