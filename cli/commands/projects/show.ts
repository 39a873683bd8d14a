import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';

export default defineCommand<{ id: number }>({
  parse: ({ args: [id] }) => ({ id: readId(id) }),
  async run({ api, print }, path) {
    const project = await unwrap((await api()).GET('/api/v1/admin/projects/{id}', { params: { path } }));
    const { settings } = project;
    print.record(
      [
        ['ID', project.id],
        ['Name', project.name],
        ['Active', project.isActive ? 'yes' : 'no', 'status'],
        ['Registration', settings.registration ? 'on' : 'off', 'status'],
        ['Login methods', settings.loginMethods.join(', ')],
        ['OTP length', settings.otp.length],
        ['OTP TTL', `${settings.otp.ttlSeconds} s`],
        ['Guard of codes', `${settings.otp.guard}, floors × ${settings.otp.guardScale}`, 'status'],
        ['Codes per day', settings.otp.capPerDay ?? 'no limit'],
        ['SMS for Android', settings.otp.sms.androidHash ?? 'no app hash'],
        ['SMS for the web', settings.otp.sms.webDomain ?? 'no host'],
        ['Phone countries', settings.phone.countries?.join(', ') ?? 'all'],
        ['Blocked countries', settings.phone.blockedCountries.join(', ') || 'none'],
        ['Content writers', settings.contentWriters],
        ['One per author', settings.onePerAuthor.join(', ') || 'none'],
        ['Auto-hide reports', settings.autoHideReports],
        ['Blocked words', settings.blockedWords.join(', ') || 'none'],
        ['Languages', settings.languages.join(', ')],
        ['Second factor', settings.requireTotp ? 'required' : 'optional'],
        ['Deletion grace', `${settings.accountDeletionDays} days`],
        ['Erased content', settings.erasedContent],
        ['Notices to', settings.notices.to === null ? 'the admins with an address' : settings.notices.to.join(', ') || 'no one'],
        ['Created', print.time(project.createdAt)],
        ['Updated', print.time(project.updatedAt)],
      ],
      project,
    );
  },
});
