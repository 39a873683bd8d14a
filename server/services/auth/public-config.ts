import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../platform/crypto/password-rules.ts';
import type { ProjectSettings } from '../../platform/project-settings.ts';
import { requireProject } from './projects.ts';
import { authSetup } from './setup.ts';

/** What a client must know to show the right way in, and how long its user has to wait. Nothing in it is secret. */
export interface PublicConfig {
  readonly projectId: number;
  readonly settings: ProjectSettings;
  /** Names of the channels that send codes, in order. */
  readonly channels: readonly string[];
  /** Seconds before the 1st, 2nd, 3rd, … send. */
  readonly cooldownSeconds: readonly number[];
  readonly password: { readonly minLength: number; readonly maxLength: number };
  readonly lockout: { readonly attempts: number; readonly seconds: number };
}

/** What the project sets, and what the server does for every project. @throws ApiError 404 `project_not_found`, 403 `project_inactive` */
export async function showPublicConfig(projectId: number): Promise<PublicConfig> {
  const { id, settings } = await requireProject(projectId);
  const { config, delivery } = authSetup();
  return {
    projectId: id,
    settings,
    channels: delivery.channels,
    cooldownSeconds: config.otp.cooldownSeconds,
    password: { minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH },
    lockout: config.lockout,
  };
}
