import type { ProjectBody } from '../../schemas/platform-admin/projects.ts';
import type { ProjectRecord } from '../../services/platform-admin/project-record.ts';

export function presentProject(project: ProjectRecord): ProjectBody {
  const { id, name, isActive, settings, createdAt, updatedAt } = project;
  return {
    id,
    name,
    isActive,
    settings: presentSettings(settings),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function presentSettings({
  loginMethods,
  registration,
  otp,
  phone,
  contentWriters,
  onePerAuthor,
  autoHideReports,
  blockedWords,
  languages,
  requireTotp,
  accountDeletionDays,
  erasedContent,
  notices: { to },
}: ProjectRecord['settings']): ProjectBody['settings'] {
  const moderation = { autoHideReports, blockedWords };
  const deletion = { accountDeletionDays, erasedContent };
  return {
    loginMethods,
    registration,
    otp: presentOtp(otp),
    phone: presentPhone(phone),
    contentWriters,
    onePerAuthor,
    ...moderation,
    languages,
    requireTotp,
    ...deletion,
    notices: { to },
  };
}

function presentOtp({
  length,
  ttlSeconds,
  guard,
  guardScale,
  capPerDay,
  sms: { androidHash, webDomain },
}: ProjectRecord['settings']['otp']): ProjectBody['settings']['otp'] {
  return { length, ttlSeconds, guard, guardScale, capPerDay, sms: { androidHash, webDomain } };
}

function presentPhone({ countries, blockedCountries }: ProjectRecord['settings']['phone']): ProjectBody['settings']['phone'] {
  return { countries, blockedCountries };
}
