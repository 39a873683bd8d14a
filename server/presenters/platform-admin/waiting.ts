import type { WaitingBody } from '../../schemas/platform-admin/waiting.ts';
import type { Waiting, WaitingCount } from '../../services/platform-admin/waiting.ts';

export function presentWaiting({ reviews, comments, posts, reports, releases, maintenance, staleFlags, mail }: Waiting): WaitingBody {
  return {
    reviews: presentCount(reviews),
    comments: presentCount(comments),
    posts: presentCount(posts),
    reports: presentCount(reports),
    releases: releases.map(({ app, id, versionName, versionCode, state, at }) => {
      return { app, id, versionName, versionCode, state, at: at.toISOString() };
    }),
    maintenance: maintenance.map(({ app, id, mode, startAt, endAt, platforms }) => {
      const times = { startAt: startAt.toISOString(), endAt: endAt?.toISOString() ?? null };
      return { app, id, mode, ...times, platforms: platforms && [...platforms] };
    }),
    staleFlags,
    mail: { waiting: mail.waiting, failed: mail.failed, oldestAt: mail.oldestAt?.toISOString() ?? null },
  };
}

function presentCount({ count, oldestAt }: WaitingCount): WaitingBody['reviews'] {
  return { count, oldestAt: oldestAt?.toISOString() ?? null };
}
