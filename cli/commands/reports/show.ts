import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { type ReportGroup, reportFields } from './fields.ts';
import { readReported } from './resolve.ts';

export default defineCommand<Pick<ReportGroup, 'entityType' | 'entityId'>>({
  parse: ({ args }) => readReported(args),
  async run({ api, print }, path) {
    const { data: group } = await unwrap((await api()).GET('/api/v1/admin/reports/{entityType}/{entityId}', { params: { path } }));
    const { content } = group;
    print.record(
      [
        ['Content', `${group.entityType} ${group.entityId}`],
        ['State', group.state, 'status'],
        ...reportFields(print, group),
        ['Status', content?.status ?? 'deleted', 'status'],
        ['Author', content?.authorId ?? null],
        ['Rating', content?.rating ?? null],
        ['Title', content?.title ?? null],
        ['Text', content?.text ?? null],
        ['Images', content?.images.join('\n') ?? null],
        ['Created', print.time(content?.createdAt ?? null)],
        ['Edited', print.time(content?.editedAt ?? null)],
        ['Content hash', group.contentHash],
      ],
      group,
    );
  },
});
