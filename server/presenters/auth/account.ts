import type { DeletionBody, ExportBody } from '../../schemas/auth/account.ts';
import type { AccountExport } from '../../services/auth/export/account-export.ts';
import { presentSettings } from './settings.ts';
import { presentUser } from './user.ts';

export function presentDeletion(deletesAt: Date): DeletionBody {
  return { deletesAt: deletesAt.toISOString() };
}

/** The part of an export before its lists. */
export function presentExportHead({ user, exportedAt }: AccountExport): Pick<ExportBody, 'exportedAt' | 'user' | 'account' | 'settings'> {
  const { verifiedEmail, newPhone, lastLoginAt, deletionDueAt, deletedAt } = user;
  return {
    exportedAt: exportedAt.toISOString(),
    user: presentUser(user),
    account: {
      verifiedEmail,
      newPhone,
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
      deletionDueAt: deletionDueAt?.toISOString() ?? null,
      deletedAt: deletedAt?.toISOString() ?? null,
    },
    settings: presentSettings(user),
  };
}
