import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { CliError, EXIT } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { askDryRun, type Write } from '../../http/dry-run-answer.ts';

type Reach = components['schemas']['ChangelogDryRun'];

/** Shows whom the publication of an entry would reach; null when the server cannot say. */
export async function askReach(context: CommandContext, write: Write<unknown>): Promise<unknown> {
  const { print } = context;
  if (!(await knowsReach(context))) {
    print.note('The server cannot say whom the entry reaches: it does not answer, or it is older than the inbox.');
    return null;
  }
  const answer = await askDryRun(context, write);
  if (!print.json) print.note(sentence(answer as Reach));
  return answer;
}

/** An older server would ignore the parameter and add the entry. The inbox, which operators may not read, is as new as this dry run. */
async function knowsReach(context: CommandContext): Promise<boolean> {
  try {
    await unwrap((await context.api()).GET('/api/v1/me/inbox', { params: { query: { limit: 1 } } }));
    return true;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.info.exit === EXIT.network || error.info.code === 'not_found') return false;
    if (error.info.code === 'permission_denied') return true;
    throw error;
  }
}

function sentence({ posts, subscribers, mails, inbox }: Reach): string {
  const completed = `${posts} ${posts === 1 ? 'post becomes' : 'posts become'} completed.`;
  return `${completed} ${subscribers} ${subscribers === 1 ? 'subscriber hears' : 'subscribers hear'} of it: ${mails} by mail; ${inbox} in the inbox.`;
}
