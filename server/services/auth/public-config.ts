import type { ProjectSettings } from '../../domain/project-settings.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../platform/crypto/password-rules.ts';
import type { ChannelKind } from '../../platform/messaging/delivery.ts';
import type { Auth } from './auth.ts';
import { requireProject } from './projects.ts';

/** The settings that a client needs to show its sign-in screen. Contains no secrets. */
export interface PublicConfig {
  readonly projectId: number;
  readonly settings: ProjectSettings;
  /** How codes are sent, the preferred way first. */
  readonly channels: readonly ChannelKind[];
  /** Seconds before the 1st, 2nd, 3rd, … code of a phone. */
  readonly cooldownSeconds: readonly number[];
  readonly password: { readonly minLength: number; readonly maxLength: number };
  readonly lockout: { readonly attempts: number; readonly seconds: number };
}

/** The settings of the project and of the server. @throws ApiError 404 `project_not_found`, 403 `project_inactive` */
export async function showPublicConfig(auth: Auth, projectId: number): Promise<PublicConfig> {
  const { id, settings } = await requireProject(auth, projectId);
  const { config, delivery } = auth;
  return {
    projectId: id,
    settings,
    channels: delivery.channelsOf(id),
    cooldownSeconds: config.otp.cooldownSeconds,
    password: { minLength: PASSWORD_MIN_LENGTH, maxLength: PASSWORD_MAX_LENGTH },
    lockout: config.lockout,
  };
}
