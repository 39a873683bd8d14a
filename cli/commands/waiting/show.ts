import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import type { Field, Printer } from '../../output/printer.ts';

type Waiting = components['schemas']['Waiting'];

export default defineCommand<null>({
  parse: () => null,
  async run({ api, print }) {
    const { data } = await unwrap((await api()).GET('/api/v1/admin/waiting'));
    print.record(fieldsOf(print, data), data);
  },
});

function fieldsOf(print: Printer, { reviews, comments, posts, reports, releases, maintenance, staleFlags, mail }: Waiting): Field[] {
  return [
    ['Reviews', countOf(print, reviews)],
    ['Comments', countOf(print, comments)],
    ['Posts', countOf(print, posts)],
    ['Reports', countOf(print, reports)],
    ...releases.map(({ app, id, versionName, state, at }): Field => {
      return ['Release', `${app} ${versionName} (${id}) ${state}, ${print.time(at)}`];
    }),
    ...maintenance.map(({ app, id, mode, startAt, endAt }): Field => {
      return ['Maintenance', `${app} (${id}) ${mode}, ${print.time(startAt)}${endAt === null ? '' : ` to ${print.time(endAt)}`}`];
    }),
    ['Stale flags', staleFlags],
    ['Mails', countOf(print, { count: mail.waiting, oldestAt: mail.oldestAt })],
    ['Failed mails', mail.failed],
  ];
}

function countOf(print: Printer, { count, oldestAt }: Waiting['reviews']): string {
  return oldestAt === null ? String(count) : `${count}, oldest: ${print.time(oldestAt)}`;
}
