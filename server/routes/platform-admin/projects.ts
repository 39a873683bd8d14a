import { createProject, listProjects, showProject, updateProject } from '../../controllers/platform-admin/projects.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { ProjectBody, ProjectCreate, ProjectList, ProjectParams, ProjectPatch } from '../../schemas/platform-admin/projects.ts';

const access = { auth: 'apiKey', keyScope: 'platform', limit: 'admin' } as const;

export const endpoints = [
  get('/admin/projects', { ...access, reply: ProjectList, summary: 'All projects, by id' }, listProjects),
  post(
    '/admin/projects',
    {
      ...access,
      body: ProjectCreate,
      reply: ProjectBody,
      status: 201,
      refusals: ['409 project_exists'],
      summary: 'Create a project',
      description: 'Uses the given id, else the next one.',
    },
    createProject,
  ),
  get(
    '/admin/projects/:id',
    { ...access, params: ProjectParams, reply: ProjectBody, refusals: ['404 project_not_found'], summary: 'One project' },
    showProject,
  ),
  put(
    '/admin/projects/:id',
    {
      ...access,
      params: ProjectParams,
      body: ProjectPatch,
      reply: ProjectBody,
      refusals: ['404 project_not_found'],
      summary: 'Change a project',
      description: 'Settings are merged key by key and lists are replaced; null in `settings.otp` resets a value to that of the server.',
    },
    updateProject,
  ),
];
