import Joi from 'joi';
import { boolean, integer, oneOf, patch, pathId, queryInteger, singleLineText, webUrl } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableInstant, nullableText, textField } from '../../platform/http/input/replies.ts';
import type { WebhookHealth } from '../../services/platform-admin/webhooks/webhook-record.ts';
import type { NewWebhook, WebhookPatch as WebhookPatchInput } from '../../services/platform-admin/webhooks/webhooks.ts';
import { MAX_PROJECT_ID } from './projects.ts';

const MAX_URL = 2_000;
const MAX_EVENTS = 100;

export interface WebhookParams {
  id: number;
}

export const WebhookParams = Joi.object<WebhookParams, true>({ id: pathId().description('The id of the webhook.') });

export interface WebhooksQuery {
  projectId?: number;
}

export const WebhooksQuery = Joi.object<WebhooksQuery, true>({
  projectId: queryInteger(1, MAX_PROJECT_ID).description('Only the webhooks of this project.'),
});

const URL_MEANING =
  'Where events are sent with POST: https in production, without credentials, and a public address unless WEBHOOK_ALLOW_PRIVATE opens its network.';
const EVENTS_MEANING = 'The types of events, such as `review.created`, or `review.*` for all types that begin so.';
const CONTENT_MEANING = 'Whether events carry texts that people wrote, read from the live rows at each try.';
const FORMAT_MEANING =
  '`standard`: an event as JSON. `slack`: one sentence a change, at most one message a minute; Discord takes it at its address + `/slack`.';
const PROJECT_MEANING = 'The project; null for the events of all projects and of the platform.';

const format = () => oneOf<'standard' | 'slack'>('standard', 'slack');
const language = () => oneOf<'en' | 'ar'>('en', 'ar');
const events = () =>
  Joi.array<string[]>()
    .items(singleLineText({ max: 64 }))
    .unique()
    .min(1)
    .max(MAX_EVENTS);

const settings = {
  description: singleLineText({ max: 200 }).allow(null).description('What the webhook is for.'),
  format: format().description(`${FORMAT_MEANING} \`standard\` by default.`),
  language: language().description('The language of the format `slack`; `en` by default.'),
  content: boolean().description(`${CONTENT_MEANING} Off by default.`),
};

export const WebhookCreate = Joi.object<NewWebhook, true>({
  url: webUrl(MAX_URL).required().description(URL_MEANING),
  events: events().required().description(EVENTS_MEANING),
  ...settings,
  projectId: integer(1, MAX_PROJECT_ID)
    .allow(null)
    .description(
      'The project, by default that of the request; null for the events of all projects and of the platform. Only an owner or an API key of all projects may choose it.',
    ),
})
  .id('WebhookCreate')
  .description('A new webhook.');

export const WebhookPatch = patch<WebhookPatchInput>({
  url: webUrl(MAX_URL).description(URL_MEANING),
  events: events().description(EVENTS_MEANING),
  ...settings,
  isActive: boolean().description('Switches it off, when its deliveries wait, or on again, when they are sent.'),
} satisfies Joi.StrictSchemaMap<WebhookPatchInput>)
  .id('WebhookPatch')
  .description('The changes of a webhook; absent fields stay.');

export interface WebhookBody {
  id: number;
  url: string;
  events: string[];
  description: string | null;
  format: 'standard' | 'slack';
  language: 'en' | 'ar';
  content: boolean;
  projectId: number | null;
  isActive: boolean;
  disabledAt: string | null;
  disabledReason: 'manual' | 'gone' | 'failing' | null;
  health: {
    state: WebhookHealth['state'];
    failingSince: string | null;
    lastSuccessAt: string | null;
    lastFailureAt: string | null;
  };
  createdAt: string;
  updatedAt: string;
}

export interface IssuedWebhookBody extends WebhookBody {
  secret: string;
}

const health = Joi.object<WebhookBody['health'], true>({
  state: oneOf<WebhookHealth['state']>('unknown', 'healthy', 'failing', 'disabled')
    .required()
    .description('`unknown` before the first try; `failing` while the last scheduled tries failed.'),
  failingSince: nullableInstant.description('Since when every scheduled try has failed; after 5 days it is switched off.'),
  lastSuccessAt: nullableInstant.description('When a delivery last succeeded.'),
  lastFailureAt: nullableInstant.description('When a try last failed.'),
}).required();

const fields = {
  id: idField.description('The id of the webhook.'),
  url: textField.description(URL_MEANING),
  events: Joi.array().items(Joi.string()).required().description(EVENTS_MEANING),
  description: nullableText.description('What the webhook is for.'),
  format: format().required().description(FORMAT_MEANING),
  language: language().required().description('The language of the format `slack`.'),
  content: flagField.description(CONTENT_MEANING),
  projectId: idField.allow(null).description(PROJECT_MEANING),
  isActive: flagField.description('Whether events are queued and sent.'),
  disabledAt: nullableInstant.description('When it was switched off; null while it is on.'),
  disabledReason: oneOf<'manual' | 'gone' | 'failing'>('manual', 'gone', 'failing')
    .allow(null)
    .required()
    .description('`manual`: by a person. `gone`: the receiver answered 410. `failing`: nothing succeeded for 5 days.'),
  health: health.description('How the deliveries go.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
};

export const WebhookBody = Joi.object<WebhookBody, true>(fields).id('Webhook').description('A webhook, without its secret.');
/** The only body that shows a secret. */
export const IssuedWebhookBody = Joi.object<IssuedWebhookBody, true>({
  ...fields,
  secret: textField.description('`whsec_` and 32 bytes in Base64: the key of the signature. No other answer shows it.'),
})
  .id('IssuedWebhook')
  .description('A webhook with its new secret.');
export const WebhookList = Joi.array().items(WebhookBody).required().description('The webhooks.');

export interface WebhookTestBody {
  status: number | null;
  ms: number;
  body: string | null;
  error: string | null;
}

export const WebhookTestBody = Joi.object<WebhookTestBody, true>({
  status: Joi.number().integer().allow(null).required().description('The status of the answer; null when none came.'),
  ms: Joi.number().integer().min(0).required().description('How long it took, in milliseconds.'),
  body: nullableText.description('The first kB of the answer.'),
  error: nullableText.description('Why no answer came.'),
})
  .id('WebhookTest')
  .description('The answer of the receiver to a test.');
