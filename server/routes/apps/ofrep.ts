import * as ofrep from '../../controllers/apps/ofrep.ts';
import { post, type Service } from '../../platform/http/endpoint.ts';
import * as schemas from '../../schemas/apps/ofrep.ts';

const shared = {
  auth: 'public',
  limit: 'evaluate',
  pool: 'memory',
  body: schemas.EvaluationBody,
  protocol: ofrep.ofrep,
} as const;

const all = {
  ...shared,
  query: schemas.ListQuery,
  reply: schemas.EvaluatedList,
  refusals: ['404 app_not_found'],
  summary: 'Evaluate all flags',
  description: 'OpenFeature Remote Evaluation Protocol 0.3.0, for the providers of OpenFeature. The `ETag` is a digest of the answer.',
} as const;

const one = {
  ...shared,
  reply: schemas.EvaluatedValue,
  refusals: ['404 app_not_found', '404 flag_not_found', '400 flag_without_value'],
  summary: 'Evaluate one flag',
  description: 'OpenFeature Remote Evaluation Protocol 0.3.0.',
} as const;

const heading = { name: 'OFREP', description: 'Evaluates flags for the clients of OpenFeature.' };

/** Flag evaluation by the protocol of OpenFeature, below the base URL of an app. */
const ofApp = {
  name: 'apps',
  prefix: '/api/v1/apps/:slug/ofrep/v1',
  heading,
  endpoints: [
    post('/evaluate/flags', { ...all, params: schemas.AppParams }, ofrep.evaluateAllFlags),
    post('/evaluate/flags/:key', { ...one, params: schemas.FlagKeyParams }, ofrep.evaluateOneFlag),
  ],
} satisfies Service;

/** The same for clients that drop the path of their base URL. */
const atRoot = {
  name: 'apps',
  prefix: '/ofrep/v1',
  heading,
  endpoints: [
    post(
      '/evaluate/flags',
      { ...all, operationId: 'evaluateAllFlagsByHeader', protocol: ofrep.ofrepByHeader, params: schemas.HeaderAppParams },
      ofrep.evaluateAllFlags,
    ),
    post(
      '/evaluate/flags/:key',
      { ...one, operationId: 'evaluateOneFlagByHeader', protocol: ofrep.ofrepByHeader, params: schemas.HeaderFlagKeyParams },
      ofrep.evaluateOneFlag,
    ),
  ],
} satisfies Service;

export const ofrepServices = [ofApp, atRoot];
