import type { CommandContext } from '../command.ts';
import { askReach } from '../commands/account/identity.ts';
import { connect } from '../http/connect.ts';
import { readClaims } from '../http/tokens.ts';

/** The project that every database contains. */
const DEFAULT_PROJECT = 11;

/**
 * The project that a platform administration command acts on: --project, the profile's project, that of the API key or the sign-in, or the
 * default.
 */
export async function readProject(context: CommandContext): Promise<number> {
  const { project, accessToken, apiKey, url } = await context.session();
  if (project !== null) return project;
  if (apiKey === null) return readClaims(accessToken ?? '')?.project ?? DEFAULT_PROJECT;
  const caller = await askReach(connect(context, url, { apiKey }).api);
  return caller?.reach.projectId ?? DEFAULT_PROJECT;
}
