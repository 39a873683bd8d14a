import { apps } from './en/app/apps.ts';
import { flags } from './en/app/flags.ts';
import { history } from './en/app/history.ts';
import { maintenance } from './en/app/maintenance.ts';
import { releases } from './en/app/releases.ts';
import { audit } from './en/audit.ts';
import { auditActs } from './en/audit-acts.ts';
import { changelog } from './en/changelog.ts';
import { common } from './en/common.ts';
import { moderation } from './en/moderation.ts';
import { reach } from './en/reach.ts';
import { roadmap } from './en/roadmap.ts';
import { account } from './en/settings/account.ts';
import { apiKeys } from './en/settings/api-keys.ts';
import { codes } from './en/settings/codes.ts';
import { operators } from './en/settings/operators.ts';
import { project } from './en/settings/project.ts';
import { settings } from './en/settings/settings.ts';
import { testPhones } from './en/settings/test-phones.ts';
import { webhooks } from './en/settings/webhooks.ts';
import { shell } from './en/shell.ts';
import { signIn } from './en/sign-in.ts';
import { today } from './en/today.ts';
import { users } from './en/users.ts';

/** All texts, one part for each area of the console. The Arabic ones have the same keys: a missing one does not compile. */
export const en = {
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

export type Texts = typeof en;
