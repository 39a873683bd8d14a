import { isDeepStrictEqual } from 'node:util';
import type { Project } from '../../../models/platform-admin/Project.ts';
import { effectiveSettings, type OtpDefaults, type ProjectSettings, type StoredSettings } from '../../domain/project-settings.ts';
import type { Changes } from '../../platform/db/records/changes.ts';
import { maskEmail } from '../../platform/mask.ts';

type Fields = Readonly<Record<string, unknown>>;

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
export function toRecord(project: Project, otpDefaults: OtpDefaults): ProjectRecord {
  const { id, name, isActive, createdAt, updatedAt } = project;
  return { id, name, isActive, settings: effectiveSettings(storedSettings(project), otpDefaults), createdAt, updatedAt };
}

/**
 * The changed settings with the values in effect before and after: a setting that the project lacks has the default of the server.
 * Addresses are masked, because audit rows outlive them.
 */
export function settingsInEffect(before: StoredSettings, after: StoredSettings, otpDefaults: OtpDefaults): Changes {
  const [old, current]: [Fields, Fields] = [{ ...before }, { ...after }];
  const names = Object.keys({ ...old, ...current }).filter((name) => !isDeepStrictEqual(old[name], current[name]));
  const pick = (stored: StoredSettings): Fields => {
    const settings = effectiveSettings(stored, otpDefaults);
    const values: Fields = { ...settings, notices: { to: settings.notices.to?.map(maskEmail) ?? null } };
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  };
  return { before: pick(before), after: pick(after) };
}

/** The values that the project itself sets. Only `updateProject` writes them, after validation. */
export function storedSettings(project: Project): StoredSettings {
  return JSON.parse(project.settings);
}
