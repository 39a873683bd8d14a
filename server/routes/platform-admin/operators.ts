import {
  createOperator,
  listOperators,
  resetOperatorTotp,
  unlockOperator,
  updateOperator,
} from '../../controllers/platform-admin/operators.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { OperatorBody, OperatorCreate, OperatorList, OperatorParams, OperatorPatch } from '../../schemas/platform-admin/operators.ts';
import { ProjectParams } from '../../schemas/platform-admin/projects.ts';

const access = { auth: 'manager', reach: 'project', role: 'admin', scope: 'operators', limit: 'admin' } as const;

export const endpoints = [
  get(
    '/admin/projects/:id/operators',
    {
      ...access,
      params: ProjectParams,
      reply: OperatorList,
      refusals: ['404 project_not_found'],
      summary: 'The operators of a project, by id',
    },
    listOperators,
  ),
  post(
    '/admin/projects/:id/operators',
    {
      ...access,
      params: ProjectParams,
      body: OperatorCreate,
      reply: OperatorBody,
      status: 201,
      refusals: ['404 project_not_found', '409 username_taken', '409 mail_not_configured'],
      summary: 'Create an operator',
      description:
        'A username is unique over all projects, ignoring case. With `invite` the operator gets a link by mail and sets the password; without ' +
        'PUBLIC_URL and SMTP_URL that is 409.',
    },
    createOperator,
  ),
  put(
    '/admin/projects/:id/operators/:operatorId',
    {
      ...access,
      params: OperatorParams,
      body: OperatorPatch,
      reply: OperatorBody,
      refusals: ['404 project_not_found', '404 operator_not_found', '409 last_owner'],
      summary: 'Change the role, activity or password of an operator',
      description: 'Ends all sessions of the operator. A new password also lifts all locks, and no device is known any more.',
    },
    updateOperator,
  ),
  del(
    '/admin/projects/:id/operators/:operatorId/totp',
    {
      ...access,
      params: OperatorParams,
      reply: OperatorBody,
      refusals: ['404 project_not_found', '404 operator_not_found'],
      summary: 'Remove the second factor of an operator who has lost it',
      description: 'Only an owner may do it for an owner. Sessions go on.',
    },
    resetOperatorTotp,
  ),
  post(
    '/admin/projects/:id/operators/:operatorId/unlock',
    {
      ...access,
      params: OperatorParams,
      reply: OperatorBody,
      refusals: ['404 project_not_found', '404 operator_not_found'],
      summary: 'Lift the locks of an operator after wrong passwords',
      description: 'Of all addresses and devices, and that of the hour. Those of an owner are lifted only by an owner.',
    },
    unlockOperator,
  ),
];
