import { execute } from '../../platform/db/sql.ts';

/** Whose traces. */
export interface PhoneOfProject {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
}

/** Forgets what is kept of a phone beside its user: sends, codes, wrong tries and locks. In the caller's transaction if there is one. */
export async function forgetPhone({ projectId, phone }: PhoneOfProject): Promise<void> {
  const whose = { projectId, phone };
  await execute('DELETE FROM otp_sends WHERE project_id = :projectId AND phone = :phone', whose);
  await execute('DELETE FROM otp_codes WHERE project_id = :projectId AND phone = :phone', whose);
  await execute("DELETE FROM attempt_locks WHERE project_id = :projectId AND kind IN ('otp', 'password') AND subject = :phone", whose);
}
