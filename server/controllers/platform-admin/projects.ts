import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply.ts';
import { presentProject } from '../../presenters/platform-admin/project.ts';
import type { ProjectCreate, ProjectParams, ProjectPatch } from '../../schemas/platform-admin/projects.ts';
import * as projects from '../../services/platform-admin/projects.ts';

export const listProjects: Handler<unknown, unknown, unknown> = async () => {
  const found = await projects.listProjects();
  return ok(found.map(presentProject));
};

export const createProject: Handler<unknown, unknown, ProjectCreate> = async (_ctx, { body }) => {
  const project = await projects.createProject(body);
  return created(presentProject(project));
};

export const showProject: Handler<ProjectParams, unknown, unknown> = async (_ctx, { params }) => {
  const project = await projects.showProject(params.id);
  return ok(presentProject(project));
};

export const updateProject: Handler<ProjectParams, unknown, ProjectPatch> = async (_ctx, { params, body }) => {
  const project = await projects.updateProject(params.id, body);
  return ok(presentProject(project));
};
