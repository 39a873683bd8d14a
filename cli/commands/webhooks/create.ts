import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { requireText } from '../../input/required.ts';
import { fieldsOf } from './fields.ts';
import { printSecret } from './secret.ts';

type NewWebhook = components['schemas']['WebhookCreate'];

export default defineCommand<NewWebhook>({
  async parse({ args: [given], options }, context) {
    const url = await requireText(context, given, {
      flag: 'URL',
      message: 'URL (where events are sent):',
      check: (text) => /^https?:\/\/./.test(text) || 'It must begin with https:// or http://.',
    });
    const events = await requireText(context, options.texts('events')?.join(','), {
      flag: '--events',
      message: 'Events (such as review.*,post.created):',
      check: (text) => wordsOf(text).length > 0 || 'It must name a type.',
    });
    return { url, events: wordsOf(events), ...fieldsOf(options), ...(options.has('allProjects') ? { projectId: null } : {}) };
  },
  async run(context, body) {
    const issued = await unwrap((await context.api()).POST('/api/v1/admin/webhooks', { body }));
    const reach = issued.projectId === null ? 'all projects' : `project ${issued.projectId}`;
    printSecret(context, issued, `Webhook ${issued.id} created for ${reach}: ${issued.events.join(', ')}.`);
  },
});

function wordsOf(text: string): string[] {
  return text.split(/[,\s]+/).filter((word) => word !== '');
}
