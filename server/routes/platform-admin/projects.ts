import { createProject, getProject, listProjects, updateProject } from '../../controllers/platform-admin/projects.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { ProjectBody, ProjectCreate, ProjectList, ProjectParams, ProjectPatch } from '../../schemas/platform-admin/projects.ts';

const access = { auth: 'manager', limit: 'admin' } as const;
const ofProject = { ...access, reach: 'project' } as const;

export const endpoints = [
  get('/admin/projects', { ...access, reach: 'own', reply: ProjectList, summary: 'All projects, by id' }, listProjects),
  post(
    '/admin/projects',
    {
      ...access,
      reach: 'platform',
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
    { ...ofProject, params: ProjectParams, reply: ProjectBody, refusals: ['404 project_not_found'], summary: 'One project' },
    getProject,
  ),
  put(
    '/admin/projects/:id',
    {
      ...ofProject,
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
