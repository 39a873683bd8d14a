import type { Project } from '../../../models/platform-admin/Project.ts';
import { effectiveSettings, type OtpSettings, type ProjectSettings, type StoredSettings } from '../../platform/project-settings.ts';

/** A project with every setting that is in effect. */
export interface ProjectRecord {
  readonly id: number;
  readonly name: string;
  readonly isActive: boolean;
  readonly settings: ProjectSettings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Those of contract §1.2, for a process that configures none. */
let serverOtp: OtpSettings = { length: 6, ttlSeconds: 300 };

/** Called once at start: what holds where a project sets nothing of its own. */
export function useOtpDefaults(otp: OtpSettings): void {
  serverOtp = { length: otp.length, ttlSeconds: otp.ttlSeconds };
}

export function toRecord(project: Project): ProjectRecord {
  const { id, name, isActive, createdAt, updatedAt } = project;
  return { id, name, isActive, settings: effectiveSettings(storedSettings(project), serverOtp), createdAt, updatedAt };
}

/** What the project itself has set; written by `updateProject` alone, after the schema. */
export function storedSettings(project: Project): StoredSettings {
  return JSON.parse(project.settings) as StoredSettings;
}
