import type { LoginMethod } from '../../domain/project-settings.ts';
import { requireActiveProject } from '../../platform/auth/tenant.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import type { MessageLanguage } from '../../platform/messaging/delivery.ts';
import type { Auth, AuthContext, AuthProject } from './auth.ts';
import { type CodeSearch, projectOfLiveCode } from './otp/otp-codes.ts';

/**
 * The project with its settings.
 * @throws ApiError 404 `project_not_found`, 403 `project_inactive`
 */
export async function requireProject(auth: Auth, id: number): Promise<AuthProject> {
  return requireUsable(await auth.findProject(id));
}

/** @throws ApiError as `requireProject` */
export function requireUsable(project: AuthProject | null): AuthProject {
  if (project === null) throw notFound('project');
  requireActiveProject(project);
  return project;
}

/** The project of the request, else the default project. @throws ApiError as `requireProject` */
export function projectOf(ctx: AuthContext): Promise<AuthProject> {
  return requireProject(ctx.service, ctx.project?.id ?? ctx.service.config.defaultProjectId);
}

/**
 * The project of the request; if it names none, the project with a live code for the phone, else the default project.
 * @throws ApiError as `requireProject`, 400 `project_id_required` when several have one
 */
export async function projectOfCode(ctx: AuthContext, search: CodeSearch): Promise<AuthProject> {
  if (ctx.project !== null) return projectOf(ctx);
  return requireProject(ctx.service, (await projectOfLiveCode(ctx, search)) ?? ctx.service.config.defaultProjectId);
}

/** @throws ApiError 403 `login_method_disabled` */
export function requireMethod(project: AuthProject, method: LoginMethod): void {
  if (!project.settings.loginMethods.includes(method)) throw methodDisabled();
}

/** @throws ApiError 403 `registration_disabled`; 403 `login_method_disabled` when phones cannot sign in */
export function requireRegistration({ settings }: AuthProject): void {
  if (!settings.registration) throw new ApiError(403, 'registration_disabled', 'This project does not accept new users.');
  if (!settings.loginMethods.some((method) => method === 'phone_password' || method === 'phone_otp')) throw methodDisabled();
}

function methodDisabled(): ApiError {
  return new ApiError(403, 'login_method_disabled', 'This project does not allow this way to sign in.');
}

/** The user's own language if messages exist in it, else the first such language of the project. */
export function messageLanguage(project: AuthProject, own: string | null): MessageLanguage {
  const preferred = [...(own === null ? [] : [own]), ...project.settings.languages];
  return preferred.find((language): language is MessageLanguage => language === 'en' || language === 'ar') ?? 'en';
}
