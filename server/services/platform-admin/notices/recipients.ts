import type { MessageLanguage } from '../../../platform/messaging/message.ts';
import { findAdminContacts } from '../operators/operator-contacts.ts';
import type { NoticeDeps } from './notice-deps.ts';

interface Recipients {
  readonly addresses: readonly string[];
  readonly language: MessageLanguage;
}

/** The addresses of the setting, else of the active admins who left one; the language is the first of the project that mails know. */
export async function recipientsOf({ db, projects }: NoticeDeps, projectId: number): Promise<Recipients> {
  const project = await projects.find(projectId);
  if (project === null) return { addresses: [], language: 'en' };
  const { notices, languages } = project.settings;
  const addresses = notices.to ?? (await findAdminContacts(db, projectId)).map(({ email }) => email);
  const language = languages.map((code) => code.split('-')[0]).find((code) => code === 'en' || code === 'ar');
  return { addresses: [...new Set(addresses)], language: language ?? 'en' };
}
