import type { Command } from 'commander';
import type { Register } from './command.ts';

type Noun = (program: Command, register: Register) => void;

/** The command groups in the order of the help, with the commands that each defines. */
const NOUNS: readonly (readonly [commands: readonly string[], load: () => Promise<Noun>])[] = [
  [['login', 'logout', 'profiles', 'use', 'whoami', 'config'], async () => (await import('./commands/account/index.ts')).account],
  [['account', 'password', 'totp', 'sessions'], async () => (await import('./commands/own-account/index.ts')).ownAccount],
  [['doctor'], async () => (await import('./commands/doctor/index.ts')).doctor],
  [['reviews'], async () => (await import('./commands/reviews/index.ts')).reviews],
  [['posts'], async () => (await import('./commands/posts/index.ts')).posts],
  [['comments'], async () => (await import('./commands/comments/index.ts')).comments],
  [['reports'], async () => (await import('./commands/reports/index.ts')).reports],
  [['moderation'], async () => (await import('./commands/moderation/index.ts')).moderation],
  [['triage'], async () => (await import('./commands/triage/index.ts')).triage],
  [['roadmap'], async () => (await import('./commands/roadmap/index.ts')).roadmap],
  [['changelog'], async () => (await import('./commands/changelog/index.ts')).changelog],
  [['waiting'], async () => (await import('./commands/waiting/index.ts')).waiting],
  [['otp'], async () => (await import('./commands/otp/index.ts')).otp],
  [['stats'], async () => (await import('./commands/stats/index.ts')).stats],
  [['apps'], async () => (await import('./commands/apps/index.ts')).apps],
  [['versions'], async () => (await import('./commands/versions/index.ts')).versions],
  [['maintenance'], async () => (await import('./commands/maintenance/index.ts')).maintenance],
  [['flags'], async () => (await import('./commands/flags/index.ts')).flags],
  [['segments'], async () => (await import('./commands/segments/index.ts')).segments],
  [['analytics'], async () => (await import('./commands/analytics/index.ts')).analytics],
  [['projects'], async () => (await import('./commands/projects/index.ts')).projects],
  [['operators'], async () => (await import('./commands/operators/index.ts')).operators],
  [['webhooks'], async () => (await import('./commands/webhooks/index.ts')).webhooks],
  [['test-phones'], async () => (await import('./commands/test-phones/index.ts')).testPhones],
  [['users'], async () => (await import('./commands/users/index.ts')).users],
  [['keys'], async () => (await import('./commands/keys/index.ts')).keys],
  [['audit'], async () => (await import('./commands/audit/index.ts')).audit],
  [['api'], async () => (await import('./commands/api/index.ts')).api],
  [['open'], async () => (await import('./commands/open/index.ts')).open],
  [['completion'], async () => (await import('./commands/completion/index.ts')).completion],
  [['version'], async () => (await import('./commands/version/index.ts')).version],
];

/**
 * The groups that a command line needs: one when the line begins with its command, else all. Reading the files of the others would take
 * longer than most commands.
 */
export function loadNouns([first = '']: readonly string[]): Promise<Noun[]> {
  const needed = NOUNS.filter(([commands]) => commands.includes(first));
  return Promise.all((needed.length > 0 ? needed : NOUNS).map(([, load]) => load()));
}
