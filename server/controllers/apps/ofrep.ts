import { badRequest } from '../../platform/errors.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { latin1Of, type PreparedBody, prepareBody, withEtag } from '../../platform/http/fast-path/prepared-body.ts';
import type { Protocol } from '../../platform/http/request/protocol.ts';
import { presentInList, presentRefusal, presentValue } from '../../presenters/apps/ofrep.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import { type AttributeMap, type EvaluationBody, EvaluationFailure, type FlagKeyParams, type ListQuery } from '../../schemas/apps/ofrep.ts';
import type { AppSnapshot } from '../../services/apps/app-snapshot.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { contextFor, evaluateFlag, evaluateFlags } from '../../services/apps/flags/evaluate-flags.ts';
import { FlagTexts } from './flag-texts.ts';
import { answer, answerAboutFlag } from './snapshot-answer.ts';

/** The OpenFeature Remote Evaluation Protocol (docs/reference/ofrep.md). */

export const ofrep: Protocol = { refusal: EvaluationFailure, statuses: [400, 404], appIn: 'path', renderRefusal: presentRefusal };
export const ofrepByHeader: Protocol = { ...ofrep, appIn: 'header' };

const NO_STORE = ['Cache-Control', 'no-store'];

/** How long a hidden page keeps its stream. */
const INACTIVITY_SECONDS = 120;

export const evaluateAllFlags: Handler<SlugParams, ListQuery, EvaluationBody, Apps> = (ctx, { params, query, body: { context } }) =>
  answer(ctx, params.slug, (snapshot) => {
    const list = listBody(snapshot, context);
    const hasStream = query.stream === 'sse' && ctx.service.changeStreams.hasPlace;
    return { body: hasStream ? withStream(list, snapshot) : list, headers: NO_STORE, countedFor: clientOf(context) };
  });

/** @throws ApiError 404 `flag_not_found`, 400 `flag_without_value` */
export const evaluateOneFlag: Handler<FlagKeyParams, unknown, EvaluationBody, Apps> = (ctx, { params, body: { context } }) =>
  answerAboutFlag(ctx, params, (snapshot) => {
    const evaluated = evaluateFlag(snapshot, params.key, contextFor(snapshot.app, context));
    const value = presentValue(evaluated);
    if (value === null) throw badRequest('flag_without_value', `The flag ${params.key} is on, but has no variant to serve.`);
    return { body: prepareBody(value), headers: NO_STORE, countedFor: clientOf(context) };
  });

const listTexts = new FlagTexts({
  render: (one) => latin1Of(presentInList(one)),
  frame: (values) => `{"flags":[${values}]}`,
});

/** The validator is a digest of the evaluated body: clients keep it when their context changes. */
function listBody(snapshot: AppSnapshot, context: AttributeMap): PreparedBody {
  return listTexts.bodyOf(snapshot, evaluateFlags(snapshot, contextFor(snapshot.app, context)));
}

/** The validator leaves out `since`, which every change of the app renews: the same flags stay a 304. */
function withStream({ latin1 }: PreparedBody, { app, position }: AppSnapshot): PreparedBody {
  const endpoint = { requestUri: `/api/v1/apps/${app.slug}/events?since=${position}` };
  const streams = JSON.stringify([{ type: 'sse', endpoint, inactivityDelaySec: INACTIVITY_SECONDS }]);
  return { latin1: `${latin1.slice(0, -1)},"eventStreams":${streams}}`, etag: withEtag(`${latin1} sse`).etag };
}

/** The client that the answer counts for: that of the targeting key, else the installation. */
function clientOf({ targetingKey, installationId }: AttributeMap): string | undefined {
  const client = targetingKey || installationId;
  return typeof client === 'string' ? client : undefined;
}
