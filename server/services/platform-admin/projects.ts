import { Op } from 'sequelize';
import { Project } from '../../../models/platform-admin/Project.ts';
import { mergeSettings, type SettingsChanges } from '../../domain/project-settings.ts';
import { managedProject } from '../../platform/auth/reach.ts';
import type { Act, Actor } from '../../platform/context.ts';
import type { Database } from '../../platform/db/database.ts';
import { type AuditInput, recordAudit } from '../../platform/db/records/audit.ts';
import { type Changes, changesOf } from '../../platform/db/records/changes.ts';
import { isUniqueViolation } from '../../platform/db/statements/errors.ts';
import { afterCommit, inTransaction } from '../../platform/db/transactions/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { PlatformAdmin } from './platform-admin.ts';
import { type ProjectRecord, settingsInEffect, storedSettings, toRecord } from './project-record.ts';

export interface NewProject {
  name: string;
  id?: number;
}

export type ProjectPatch = Partial<Pick<NewProject, 'name'> & { isActive: boolean; settings: SettingsChanges }>;

/** Generated ids stay below this; higher ids are only used when a caller chooses one. */
const FIRST_CHOSEN_ID = 1_000_000_000;
const MAX_TRIES = 5;

/** The projects that the caller reaches, by id. */
export async function listProjects(admin: PlatformAdmin, actor: Actor): Promise<ProjectRecord[]> {
  const own = managedProject(actor);
  const projects = await admin.db.model(Project).findAll({ where: own === null ? {} : { id: own }, order: [['id', 'ASC']] });
  return projects.map((project) => toRecord(project, admin.otpDefaults));
}

/** @throws ApiError 404 `project_not_found` */
export async function showProject(admin: PlatformAdmin, id: number): Promise<ProjectRecord> {
  return toRecord(await findProject(admin.db, id), admin.otpDefaults);
}

/** The row; with `lock` it is locked until the transaction ends. @throws ApiError 404 `project_not_found` */
export async function findProject(db: Database, id: number, options: { lock?: boolean } = {}): Promise<Project> {
  const project = await db.model(Project).findOne({ where: { id }, ...options });
  if (project === null) throw notFound('project');
  return project;
}

/** Creates a project with the given id, or with the next one. @throws ApiError 409 `project_exists` */
export async function createProject(admin: PlatformAdmin, act: Act, { id, name }: NewProject): Promise<ProjectRecord> {
  const insert = async (chosen: number): Promise<Project> => {
    const project = await insertProject(admin, chosen, name);
    await auditProject(admin, act, project, { action: 'project.created', details: { after: { name } }, revision: project.revision });
    return project;
  };
  if (id === undefined) return toRecord(await createWithNextId(admin, insert), admin.otpDefaults);
  try {
    return toRecord(await inTransaction(admin.db, () => insert(id)), admin.otpDefaults);
  } catch (error) {
    if (isUniqueViolation(admin.db, error)) throw conflict('project_exists', `A project with the id ${id} already exists.`);
    throw error;
  }
}

/**
 * Changes the given fields; settings are merged. The row is locked, so that concurrent changes are all kept.
 * @throws ApiError 404 `project_not_found`
 */
export async function updateProject(admin: PlatformAdmin, act: Act, id: number, changes: ProjectPatch): Promise<ProjectRecord> {
  const { settings, ...rest } = changes;
  return inTransaction(admin.db, async () => {
    const project = await findProject(admin.db, id, { lock: true });
    project.set(rest);
    if (settings !== undefined) project.settings = JSON.stringify(mergeSettings(storedSettings(project), settings));
    const details = readable(changesOf(project), admin);
    await project.save();
    await auditProject(admin, act, project, { action: 'project.changed', details, revision: project.revision });
    afterCommit(admin.db, () => admin.projects.forget(id));
    return toRecord(project, admin.otpDefaults);
  });
}

/** Creates the project that requests without a tenant belong to, unless it exists. */
export async function ensureDefaultProject(admin: PlatformAdmin, id: number): Promise<void> {
  if ((await admin.db.model(Project).findByPk(id)) !== null) return;
  try {
    await insertProject(admin, id, 'Default project');
  } catch (error) {
    // another process created it at the same time
    if (!isUniqueViolation(admin.db, error)) throw error;
  }
}

/** Adds an audit row about a project, or about an operator or a test phone of it, in the caller's transaction. */
export function auditProject({ db }: PlatformAdmin, act: Act, { id }: Pick<Project, 'id'>, event: ProjectEvent): Promise<void> {
  return recordAudit(db, act, { subject: `project:${id}`, ...event, projectId: id });
}

type ProjectEvent = Pick<AuditInput, 'action' | 'details' | 'revision'> & { readonly subject?: string };

/** Settings as values in effect instead of the text of their column. */
function readable({ before, after }: Changes, { otpDefaults }: PlatformAdmin): Changes {
  const [{ settings: old, ...fieldsBefore }, { settings: current, ...fieldsAfter }] = [before, after];
  if (typeof old !== 'string' || typeof current !== 'string') return { before, after };
  const settings = settingsInEffect(JSON.parse(old), JSON.parse(current), otpDefaults);
  return { before: { ...fieldsBefore, settings: settings.before }, after: { ...fieldsAfter, settings: settings.after } };
}

async function createWithNextId(admin: PlatformAdmin, insert: (id: number) => Promise<Project>): Promise<Project> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(admin.db, async () => {
        // the lock on the first row makes creations follow each other; projects are few, so there is no counter
        await admin.db.model(Project).findOne({ order: [['id', 'ASC']], lock: true });
        const last = await admin.db.model(Project).max<number | null, Project>('id', { where: { id: { [Op.lt]: FIRST_CHOSEN_ID } } });
        return insert((last ?? 0) + 1);
      });
    } catch (error) {
      // another caller chose this id at the same time
      if (attempt === MAX_TRIES || !isUniqueViolation(admin.db, error)) throw error;
    }
  }
}

async function insertProject(admin: PlatformAdmin, id: number, name: string): Promise<Project> {
  const project = await admin.db.model(Project).create({ id, name });
  afterCommit(admin.db, () => admin.projects.forget(id));
  return project;
}
