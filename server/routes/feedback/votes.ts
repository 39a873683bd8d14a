import { castVote, withdrawVote } from '../../controllers/feedback/votes.ts';
import { del, post, type Row } from '../../platform/http/endpoint.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { VoteReply } from '../../schemas/feedback/votes.ts';

const facts = { auth: 'user', tenant: 'active', limit: 'write', params: IdParams, reply: VoteReply } as const;

export const rows: readonly Row[] = [
  post(
    '/posts/:id/vote',
    {
      ...facts,
      idempotent: true,
      summary: 'Vote for a feature request',
      description: 'Once for each user: a repeated vote changes nothing. One that is completed or declined takes no new votes.',
      refusals: ['404 post_not_found', '409 voting_closed'],
    },
    castVote,
  ),
  del(
    '/posts/:id/vote',
    {
      ...facts,
      summary: 'Take the own vote back',
      description: 'Whatever the status; where there is no vote nothing changes.',
      refusals: ['404 post_not_found'],
    },
    withdrawVote,
  ),
];
