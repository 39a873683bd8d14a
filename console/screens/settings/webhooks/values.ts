import type { Schemas } from '../../../api.ts';

/** The fields of the form. */
export interface WebhookValues {
  readonly url: string;
  readonly description: string;
  readonly groups: readonly string[];
  /** Types that no group has, with commas between them. */
  readonly others: string;
  readonly format: 'standard' | 'slack';
  readonly language: 'en' | 'ar';
  readonly content: boolean;
  readonly reach: 'project' | 'all';
}

export const EMPTY: WebhookValues = {
  url: '',
  description: '',
  groups: [],
  others: '',
  format: 'standard',
  language: 'en',
  content: false,
  reach: 'project',
};

/** The form of a webhook: what is no group of the list is a single type. */
export function valuesOf({ url, description, events, format, language, content, projectId }: Schemas['Webhook']): WebhookValues {
  return {
    url,
    description: description ?? '',
    groups: events.filter((type) => type.endsWith('.*')),
    others: events.filter((type) => !type.endsWith('.*')).join(', '),
    format,
    language,
    content,
    reach: projectId === null ? 'all' : 'project',
  };
}

/** The fields of the body that the form fills; without its project. */
export function bodyOf({ url, description, groups, others, format, language, content }: WebhookValues) {
  const types = others.split(/[\s,،]+/).filter((type) => type !== '');
  return {
    url: url.trim(),
    description: description.trim() === '' ? null : description.trim(),
    events: [...groups, ...types],
    format,
    language,
    content,
  };
}

/** Whether something is missing that the server would ask for. */
export function isIncomplete(values: WebhookValues): boolean {
  return values.url.trim() === '' || bodyOf(values).events.length === 0;
}
