import { Op } from 'sequelize';
import { Project } from '../../../models/platform-admin/Project.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { afterCommit, inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { mergeSettings, type SettingsChanges } from '../../platform/project-settings.ts';
import { forgetProject } from './project-directory.ts';
import { type ProjectRecord, storedSettings, toRecord } from './project-record.ts';

export interface NewProject {
  name: string;
  id?: number;
}

export interface ProjectChanges {
  name?: string;
  isActive?: boolean;
  settings?: SettingsChanges;
}

/** Ids that are given out stay below this; higher ones are there for who chooses one. */
const FIRST_CHOSEN_ID = 1_000_000_000;
const MAX_TRIES = 5;

/** All projects, by id. */
export async function listProjects(): Promise<ProjectRecord[]> {
  const projects = await Project.findAll({ order: [['id', 'ASC']] });
  return projects.map(toRecord);
}

/** @throws ApiError 404 `project_not_found` */
export async function showProject(id: number): Promise<ProjectRecord> {
  return toRecord(await findProject(id));
}

/** The row, locked if asked for until the transaction ends. @throws ApiError 404 `project_not_found` */
export async function findProject(id: number, options: { lock?: boolean } = {}): Promise<Project> {
  const project = await Project.findOne({ where: { id }, ...options });
  if (project === null) throw notFound('project');
  return project;
}

/** With the id that was chosen, else the next one. @throws ApiError 409 `project_exists` */
export async function createProject(values: NewProject): Promise<ProjectRecord> {
  const { id, name } = values;
  if (id === undefined) return toRecord(await createWithNextId(name));
  try {
    return toRecord(await insertProject(id, name));
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('project_exists', `There is a project with the id ${id} already.`);
    throw error;
  }
}

/**
 * Changes what is given; settings are merged. The row is locked, so that two changes at once both last.
 * @throws ApiError 404 `project_not_found`
 */
export async function updateProject(id: number, changes: ProjectChanges): Promise<ProjectRecord> {
  const { settings, ...rest } = changes;
  return inTransaction(async () => {
    const project = await findProject(id, { lock: true });
    project.set(rest);
    if (settings !== undefined) project.settings = JSON.stringify(mergeSettings(storedSettings(project), settings));
    await project.save();
    afterCommit(() => forgetProject(id));
    return toRecord(project);
  });
}

/** Makes the project that requests without a tenant belong to, if it is not there. */
export async function ensureDefaultProject(id: number): Promise<void> {
  if ((await Project.findByPk(id)) !== null) return;
  try {
    await insertProject(id, 'Default project');
  } catch (error) {
    // another process of this server was faster
    if (!isUniqueViolation(error)) throw error;
  }
}

async function createWithNextId(name: string): Promise<Project> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(async () => {
        // whoever gives out an id waits here for who does already: there is no counter, for projects are few
        await Project.findOne({ order: [['id', 'ASC']], lock: true });
        const last = await Project.max<number | null, Project>('id', { where: { id: { [Op.lt]: FIRST_CHOSEN_ID } } });
        return insertProject((last ?? 0) + 1, name);
      });
    } catch (error) {
      // an operator chose this very id at this very moment
      if (attempt === MAX_TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

async function insertProject(id: number, name: string): Promise<Project> {
  const project = await Project.create({ id, name });
  afterCommit(() => forgetProject(id));
  return project;
}
