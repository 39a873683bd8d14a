import { type CommandContext, defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readChoice, readId } from '../../input/arguments.ts';
import { ENTITY_TYPES, type ReportGroup } from './fields.ts';

type ReportedKey = Pick<ReportGroup, 'entityType' | 'entityId'>;

interface Resolution {
  readonly resolution: ReportGroup['state'];
  readonly reason?: string | undefined;
  /** The hash of the text that the moderator read. */
  readonly contentHash?: string | undefined;
}

/**
 * Decides on all reports of one thing, or opens them again.
 * @throws CliError `content_changed` when its text no longer matches `contentHash`
 */
export async function resolve(
  { api }: CommandContext,
  { entityType, entityId }: ReportedKey,
  { resolution, reason, contentHash }: Resolution,
): Promise<ReportGroup> {
  const header = omitUndefined({ 'If-Match': contentHash === undefined ? undefined : `"${contentHash}"` });
  const params = { path: { entityType, entityId }, header };
  const body = { resolution, ...omitUndefined({ reason }) };
  const { data } = await unwrap((await api()).PUT('/api/v1/admin/reports/{entityType}/{entityId}', { params, body }));
  return data;
}

/** The type and the id of a reported thing, as two arguments. @throws CliError exit 2 */
export function readReported([type, id]: readonly string[]): ReportedKey {
  return { entityType: readChoice('kind of content', type, ENTITY_TYPES), entityId: readId(id) };
}

/** The command that gives the reports of a thing this state. */
export function resolveAs(resolution: ReportGroup['state'], sentence: (name: string) => string) {
  return defineCommand<ReportedKey & { readonly reason: string | undefined }>({
    parse: ({ args, options }) => ({ ...readReported(args), reason: options.text('reason') }),
    async run(context, { reason, ...reported }) {
      const group = await resolve(context, reported, { resolution, reason });
      context.print.done(sentence(`${reported.entityType} ${reported.entityId}`), group);
    },
  });
}
