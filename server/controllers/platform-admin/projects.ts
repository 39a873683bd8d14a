import type { Handler } from '../../platform/http/endpoint.ts';
import { created, ok } from '../../platform/http/reply/reply.ts';
import { presentProject } from '../../presenters/platform-admin/project.ts';
import type { ProjectParams } from '../../schemas/platform-admin/projects.ts';
import type { PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import * as projects from '../../services/platform-admin/projects.ts';

export const listProjects: Handler<unknown, unknown, unknown, PlatformAdmin> = async (ctx) => {
  const found = await projects.listProjects(ctx.service, ctx.actor);
  return ok(found.map(presentProject));
};

export const createProject: Handler<unknown, unknown, projects.NewProject, PlatformAdmin> = async (ctx, { body }) => {
  const project = await projects.createProject(ctx.service, ctx, body);
  return created(presentProject(project));
};

export const getProject: Handler<ProjectParams, unknown, unknown, PlatformAdmin> = async (ctx, { params }) => {
  const project = await projects.showProject(ctx.service, params.id);
  return ok(presentProject(project));
};

export const updateProject: Handler<ProjectParams, unknown, projects.ProjectPatch, PlatformAdmin> = async (ctx, { params, body }) => {
  const project = await projects.updateProject(ctx.service, ctx, params.id, body);
  return ok(presentProject(project));
};
