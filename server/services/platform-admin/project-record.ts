import type { Project } from '../../../models/platform-admin/Project.ts';
import { effectiveSettings, type OtpSettings, type ProjectSettings, type StoredSettings } from '../../domain/project-settings.ts';

/** A project with every setting that is in effect. */
export interface ProjectRecord {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly settings: ProjectSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The project with its effective settings; `otpDefaults` apply where it sets no value. */
export function toRecord(project: Project, otpDefaults: OtpSettings): ProjectRecord {
  const { id, name, isActive, createdAt, updatedAt } = project;
  return { id, name, isActive, settings: effectiveSettings(storedSettings(project), otpDefaults), createdAt, updatedAt };
}

/** The values that the project itself sets. Only `updateProject` writes them, after validation. */
export function storedSettings(project: Project): StoredSettings {
  return JSON.parse(project.settings);
}
