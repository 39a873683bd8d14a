import { createProject, listProjects, showProject, updateProject } from '../../controllers/platform-admin/projects.ts';
import { get, post, put, type Row } from '../../platform/http/endpoint.ts';
import { ProjectBody, ProjectCreate, ProjectList, ProjectParams, ProjectPatch } from '../../schemas/platform-admin/projects.ts';

const access = { auth: 'apiKey', reach: 'platform', limit: 'admin' } as const;

export const rows: readonly Row[] = [
  get('/admin/projects', { ...access, reply: ProjectList, summary: 'All projects, by id' }, listProjects),
  post(
    '/admin/projects',
    {
      ...access,
      body: ProjectCreate,
      reply: ProjectBody,
      status: 201,
      refusals: ['409 project_exists'],
      summary: 'Make a project',
      description: 'With the id that is given, else the next one.',
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
      description: 'Settings are merged key by key, lists replaced; null in `settings.otp` goes back to the value of the server.',
    },
    updateProject,
  ),
];
