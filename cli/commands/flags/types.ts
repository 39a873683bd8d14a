import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { oneLine } from '../../output/safe-text.ts';
import { type Flag, readFlags } from './fields.ts';

/** The types of TypeScript for the values of flags. */
const TYPES: Readonly<Record<Flag['valueType'], string>> = {
  boolean: 'boolean',
  string: 'string',
  number: 'number',
  object: 'Readonly<Record<string, unknown>>',
};

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    const flags = await readFlags(context, slug);
    if (print.json) print.record([], Object.fromEntries(flags.map(({ flagKey, valueType }) => [flagKey, valueType])));
    else print.lines(declarationOf(slug, flags));
  },
});

/** The declaration has no time, so that it changes only with the flags. */
function declarationOf(slug: string, flags: readonly Flag[]): string {
  const members = flags.flatMap(({ flagKey, description, valueType }) => [
    ...(description === null ? [] : [`  /** ${commentOf(description)} */`]),
    `  readonly ${nameOf(flagKey)}: ${TYPES[valueType]};`,
  ]);
  const about = `/** The flags of ${slug}, as \`diwan flags types ${slug}\` wrote them. For \`createClient<Flags>()\` of @diwan/client. */`;
  return [about, 'export interface Flags {', ...members, '}'].join('\n');
}

/** A key with a dot or a dash needs quotes. */
function nameOf(flagKey: string): string {
  return /^\w+$/.test(flagKey) ? flagKey : `'${flagKey}'`;
}

/** One line, which cannot end the comment around it. */
function commentOf(description: string): string {
  return oneLine(description.replace(/\s+/g, ' ')).replaceAll('*/', '*\\/').trim();
}
