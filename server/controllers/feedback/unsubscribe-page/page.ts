import { type ApiError, validationError } from '../../../platform/errors.ts';
import type { Form } from '../../../platform/http/request/form.ts';
import { escapeHtml, type HtmlPage, type PageLanguage, pageKind } from '../../../platform/pages/html.ts';
import { languageLink, PAGE_STYLE, refusalPage } from '../../../platform/pages/page-parts.ts';
import type { PageRequest, WebPage } from '../../../platform/pages/web-page.ts';
import type { Feedback } from '../../../services/feedback/feedback.ts';
import { findStoppable, type StoppableMails, stopMails, UNSUBSCRIBE_PATH } from '../../../services/feedback/readers/unsubscribe.ts';
import { UNSUBSCRIBE_TEXTS } from './texts.ts';

const KIND = pageKind({ style: PAGE_STYLE, script: null, sendsForms: true });

/** The field that mail programs send, by RFC 8058. */
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' } as const;

/**
 * For links in mails. Programs that open every link of a mail change nothing, because only the form does. Valid tokens are counted by
 * reader: the mail programs of many readers may share an address.
 */
export const unsubscribePage: WebPage<Feedback> = {
  path: `${UNSUBSCRIBE_PATH}/:token`,
  about: {
    operationId: 'openUnsubscribe',
    summary: 'A page on which readers of mails stop them',
    description: 'In English or Arabic, by `Accept-Language` or `?lang=`. It only shows a button. Counted by reader (`RATE_LIMIT_WRITE`).',
    parameter: { description: 'The token of the link in a mail.', schema: { type: 'string' } },
    notFound: 'This server has not made such a link.',
    form: {
      operationId: 'endMails',
      summary: 'Stop mails by one click',
      description:
        'What the button of the page sends, and mail programs by RFC 8058. Stops the mails about the feature request, or all that are not ' +
        'about the account. It needs no cookie and is not redirected; a repeated request changes nothing. Counted by reader (`RATE_LIMIT_WRITE`).',
      fields: {
        [ONE_CLICK.name]: { type: 'string', enum: [ONE_CLICK.value], description: 'As RFC 8058 demands.' },
        scope: {
          type: 'string',
          enum: ['topic', 'all'],
          description: '`all` sets the setting `notifications` to false; `topic` when absent.',
        },
      },
      required: [ONE_CLICK.name],
    },
  },
  render,
  submit,
  writerOf: ({ unsubscribeLinks }, { params }) => {
    const topic = unsubscribeLinks.read(tokenOf(params));
    return topic === null ? null : `unsubscribe ${topic.projectId} ${topic.reader}`;
  },
  refuse: (error: ApiError, { language }) => refusalPage(error, { language, notFound: UNSUBSCRIBE_TEXTS[language].notFound }),
};

async function render(feedback: Feedback, { params, language }: PageRequest): Promise<HtmlPage> {
  const mails = await findStoppable(feedback, tokenOf(params));
  const texts = UNSUBSCRIBE_TEXTS[language];
  const body = `${leadOf(mails, language)}
${form('topic', texts.stopTopic, texts.stopTopicHint)}
${mails.canStopAll ? form('all', texts.stopAll, texts.stopAllHint) : ''}
<footer>${escapeHtml(texts.inbox)}</footer>`;
  return { title: texts.title, body, kind: KIND, aside: languageLink(language) };
}

/** @throws ApiError 404, 400 for a form without the field of RFC 8058 or with another scope */
async function submit(feedback: Feedback, { params, language }: PageRequest, fields: Form): Promise<HtmlPage> {
  const mails = await findStoppable(feedback, tokenOf(params));
  const scope = scopeOf(fields);
  await stopMails(feedback, mails, scope);
  const texts = UNSUBSCRIBE_TEXTS[language];
  const isAll = scope === 'all' && mails.canStopAll;
  const done = isAll ? [texts.stoppedAll, texts.againAll] : [texts.stoppedTopic, texts.againTopic];
  const rest = isAll || !mails.canStopAll ? '' : form('all', texts.stopAll, texts.stopAllHint);
  const body = `<p class="state" role="status">${escapeHtml(done.join(' '))}</p>
${isAll ? '' : leadOf(mails, language)}
${rest}
<footer>${escapeHtml(texts.inbox)}</footer>`;
  return { title: texts.doneTitle, body, kind: KIND };
}

function tokenOf(params: PageRequest['params']): string {
  return params['token'] ?? '';
}

function scopeOf(form: Form): 'topic' | 'all' {
  if (form.get(ONE_CLICK.name) !== ONE_CLICK.value)
    throw validationError([{ field: ONE_CLICK.name, message: `${ONE_CLICK.name} must be ${ONE_CLICK.value}` }]);
  const scope = form.get('scope') ?? 'topic';
  if (scope === 'topic' || scope === 'all') return scope;
  throw validationError([{ field: 'scope', message: 'scope must be topic or all' }]);
}

function leadOf({ projectName, title }: StoppableMails, language: PageLanguage): string {
  const { project, post } = UNSUBSCRIBE_TEXTS[language];
  const name = `<p>${escapeHtml(project)} <strong><bdi>${escapeHtml(projectName)}</bdi></strong></p>`;
  return title === null ? name : `${name}\n<p>${escapeHtml(post)} <strong><bdi>${escapeHtml(title)}</bdi></strong></p>`;
}

/** Sent to the address of the page itself, so that it works behind a path prefix. */
function form(scope: 'topic' | 'all', button: string, hint: string): string {
  return `<form method="post" class="actions"><input type="hidden" name="${ONE_CLICK.name}" value="${ONE_CLICK.value}">
<input type="hidden" name="scope" value="${scope}"><button type="submit"${scope === 'topic' ? ' class="main"' : ''}>${escapeHtml(button)}</button></form>
<p class="hint">${escapeHtml(hint)}</p>`;
}
