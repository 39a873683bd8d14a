import type { EventTexts, OutgoingEvent } from '../outgoing/event.ts';
import { WORDS } from './phrases.ts';

/** A webhook in the format `slack` gets at most one message in this time. */
export const SLACK_PAUSE_MS = 60_000;
/** How many changes one message names; of the others it says how many there are. */
export const SLACK_SENTENCES = 10;

const MAX_CHANGES = 3;
const MAX_VALUE = 60;
const MAX_TITLE = 80;

export interface SlackOptions {
  readonly language: 'en' | 'ar';
  /** How many changes are not among the events. */
  readonly more: number;
  /** For each event; null where no text may be shown. */
  readonly texts: readonly (EventTexts | null)[];
  readonly publicUrl: string | null;
}

/** The body of a message for Slack, or for Discord at its address with `/slack`: one sentence a change, in plain text without mentions. */
export function slackBody(events: readonly OutgoingEvent[], options: SlackOptions): string {
  const lines = events.map((event, index) => sentenceOf(event, options.texts[index] ?? null, options));
  if (options.more > 0) lines.push(WORDS[options.language].more(options.more));
  return JSON.stringify({ text: lines.join('\n'), unfurl_links: false, unfurl_media: false });
}

function sentenceOf(event: OutgoingEvent, texts: EventTexts | null, { language, publicUrl }: SlackOptions): string {
  const words = WORDS[language];
  const [kind = '', ...change] = event.type.split('.');
  const verb = change.join('.');
  const noun = `${words.nouns[kind] ?? kind} ${plain(idOf(event.subject, kind), MAX_VALUE)}`;
  const title = titleOf(texts);
  const parts = [
    words.sentence(title === null ? noun : `${noun} “${title}”`, words.verbs[verb] ?? plain(verb, MAX_VALUE)),
    ...changesOf(event, words.arrow),
  ];
  const link = publicUrl === null ? '' : ` <${publicUrl}/console${pathOf(kind, event.subject)}|${words.open}>`;
  return `${parts.join(', ')}.${link}`;
}

/** The id alone where the noun says of what it is. */
function idOf(subject: string, kind: string): string {
  const [subjectKind = '', ...id] = subject.split(':');
  const isNamed = subjectKind === kind || (kind === 'vote' && subjectKind === 'post') || kind === 'roadmap' || kind === 'changelog';
  return isNamed && id.length > 0 ? id.join(':') : subject;
}

function titleOf(texts: EventTexts | null): string | null {
  const text = texts === null ? null : (texts['title'] ?? texts['name'] ?? null);
  return text === null ? null : plain(text, MAX_TITLE);
}

/** Such as `status pending → approved`. */
function changesOf({ data }: OutgoingEvent, arrow: string): string[] {
  const { before, after } = data;
  if (!isRecord(before) || !isRecord(after)) return [];
  const changed = Object.keys(after).filter((key) => isShown(before[key]) && isShown(after[key]) && before[key] !== after[key]);
  return changed
    .slice(0, MAX_CHANGES)
    .map((key) => `${plain(key, MAX_VALUE)} ${plain(String(before[key]), MAX_VALUE)} ${arrow} ${plain(String(after[key]), MAX_VALUE)}`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isShown(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
}

/** One line without a mention or a link: Slack takes them in angle brackets, Discord after an @. */
function plain(text: string, length: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const short = [...line].length > length ? `${[...line].slice(0, length).join('')}…` : line;
  return short.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b');
}

const PATHS: Readonly<Record<string, string>> = {
  review: '/moderation',
  comment: '/moderation',
  post: '/moderation',
  vote: '/moderation',
  report: '/moderation',
  roadmap: '/roadmap',
  changelog: '/changelog',
  app: '/apps',
  version: '/apps',
  maintenance: '/apps',
  flag: '/apps',
  segment: '/apps',
  operator: '/settings/operators',
  key: '/settings/api-keys',
  project: '/settings/project',
  webhook: '/settings/webhooks',
  otp: '/settings/codes',
};

/** The page of the console that shows the subject best. */
function pathOf(kind: string, subject: string): string {
  const user = /^user:([\w-]+)$/.exec(subject)?.[1];
  if (kind === 'user' && user !== undefined) return `/users/${user}`;
  return PATHS[kind] ?? '/audit';
}
