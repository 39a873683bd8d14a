import { castVote, withdrawVote } from '../../controllers/feedback/votes.ts';
import { del, post } from '../../platform/http/endpoint.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { VoteReply } from '../../schemas/feedback/votes.ts';

const shared = { auth: 'user', tenant: 'active', limit: 'write', pool: 'queued', params: IdParams, reply: VoteReply } as const;

export const endpoints = [
  post(
    '/posts/:id/vote',
    {
      ...shared,
      idempotent: true,
      summary: 'Vote for a feature request',
      description: 'Each user has one vote: a repeated vote changes nothing. Completed and declined posts accept no new votes.',
      refusals: ['404 post_not_found', '409 voting_closed'],
    },
    castVote,
  ),
  del(
    '/posts/:id/vote',
    {
      ...shared,
      summary: 'Withdraw your vote',
      description: 'Works for every status; without a vote nothing changes.',
      refusals: ['404 post_not_found'],
    },
    withdrawVote,
  ),
];
