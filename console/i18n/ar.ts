import { apps } from './ar/app/apps.ts';
import { flags } from './ar/app/flags.ts';
import { history } from './ar/app/history.ts';
import { maintenance } from './ar/app/maintenance.ts';
import { releases } from './ar/app/releases.ts';
import { audit } from './ar/audit.ts';
import { auditActs } from './ar/audit-acts.ts';
import { changelog } from './ar/changelog.ts';
import { common } from './ar/common.ts';
import { moderation } from './ar/moderation.ts';
import { reach } from './ar/reach.ts';
import { roadmap } from './ar/roadmap.ts';
import { account } from './ar/settings/account.ts';
import { apiKeys } from './ar/settings/api-keys.ts';
import { codes } from './ar/settings/codes.ts';
import { operators } from './ar/settings/operators.ts';
import { project } from './ar/settings/project.ts';
import { settings } from './ar/settings/settings.ts';
import { testPhones } from './ar/settings/test-phones.ts';
import { webhooks } from './ar/settings/webhooks.ts';
import { shell } from './ar/shell.ts';
import { signIn } from './ar/sign-in.ts';
import { today } from './ar/today.ts';
import { users } from './ar/users.ts';
import type { Texts } from './en.ts';

/** The texts in Arabic. */
export const ar: Texts = {
  apps,
  testPhones,
  project,
  operators,
  apiKeys,
  account,
  audit,
  auditActs,
  changelog,
  codes,
  common,
  flags,
  history,
  maintenance,
  moderation,
  reach,
  releases,
  roadmap,
  settings,
  shell,
  signIn,
  today,
  users,
  webhooks,
};
