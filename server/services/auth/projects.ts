import { requireActiveProject } from '../../platform/auth/tenant.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import type { MessageLanguage } from '../../platform/messaging/delivery.ts';
import type { LoginMethod } from '../../platform/project-settings.ts';
import { type Purpose, projectOfLiveCode } from './otp.ts';
import { type AuthProject, authSetup } from './setup.ts';

/**
 * The project with its settings.
 * @throws ApiError 404 `project_not_found`, 403 `project_inactive` when it is switched off
 */
export async function requireProject(id: number): Promise<AuthProject> {
  const project = await authSetup().findProject(id);
  if (project === null) throw notFound('project');
  requireActiveProject(project);
  return project;
}

/** The project of a request that has one. @throws ApiError as `requireProject` */
export function projectOf(ctx: Context): Promise<AuthProject> {
  return requireProject(ctx.project?.id ?? authSetup().config.defaultProjectId);
}

/**
 * The project of a request that may leave open which: then the one with a live code for the phone, else the default.
 * @throws ApiError as `requireProject`, 400 `project_id_required` when several have one
 */
export async function projectOfCode(ctx: Context, phone: string, purpose: Purpose): Promise<AuthProject> {
  if (ctx.project !== null) return projectOf(ctx);
  return requireProject((await projectOfLiveCode(phone, purpose, ctx.now)) ?? authSetup().config.defaultProjectId);
}

/** @throws ApiError 403 `login_method_disabled` */
export function requireMethod(project: AuthProject, method: LoginMethod): void {
  if (!project.settings.loginMethods.includes(method)) throw methodDisabled();
}

/** @throws ApiError 403 `registration_disabled`; 403 `login_method_disabled` where nobody can sign in with a phone */
export function requireRegistration({ settings }: AuthProject): void {
  if (!settings.registration) throw new ApiError(403, 'registration_disabled', 'This project takes no new users.');
  if (!settings.loginMethods.some((method) => method === 'phone_password' || method === 'phone_otp')) throw methodDisabled();
}

function methodDisabled(): ApiError {
  return new ApiError(403, 'login_method_disabled', 'This project does not allow this way to sign in.');
}

/** The first of the project's languages that messages are written in, the user's own before all. */
export function messageLanguage(project: AuthProject, own: string | null): MessageLanguage {
  const wanted = [...(own === null ? [] : [own]), ...project.settings.languages];
  return wanted.find((language): language is MessageLanguage => language === 'en' || language === 'ar') ?? 'en';
}
