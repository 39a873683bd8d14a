import assert from 'node:assert/strict';
import { TOTP } from 'otpauth';
import { login } from '../../auth/support.ts';
import { Inbox } from '../moderation/inbox.ts';
import { DEMO_PROJECT, heading, signIn } from '../support.ts';
import { consoleForVisits, type Visit, visits } from './visit.ts';

const WRONG = 'incorrect horse battery';
/** People of the demo project, one for each visit. */
const PHONES: Readonly<Record<string, string>> = {
  'keyboard-en': '+15550100121',
  'touch-en': '+15550100123',
  'keyboard-ar': '+15550100115',
  'touch-ar': '+15550100117',
};
const CODE_MS = 30_000;

describe('a person on duty who', () => {
  const test = consoleForVisits();

  visits('approves, rejects and takes back', test, { begin: () => 'sign-in', isSignedIn: false }, async (visit) => {
    const { page, texts, hands, dialog } = visit;
    const { moderation } = texts;
    const inbox = await Inbox.create(test());
    const [first, second] = [await inbox.hold('review', 'Warm and friendly.'), await inbox.hold('review', 'Buy followers.')];
    await signIn(visit, await test().newOperator('staff', inbox.projectId));
    await page.goto(`${test().server.url}/console/moderation`);
    const act = (name: string) => page.locator('.item').getByRole('button', { name, exact: true });
    await hands.press(page.locator('.queue li').filter({ hasText: first.text }).getByRole('link'));
    await hands.press(act(moderation.approve));
    await page.locator('article.item').getByText(second.text).waitFor();
    await hands.press(act(moderation.reject));
    await hands.type(dialog.getByLabel(moderation.reasonField), 'An advertisement.');
    await hands.press(dialog.locator('button.severe'));
    await inbox.untilWaiting([]);
    assert.deepEqual([await inbox.statusOf(first), await inbox.statusOf(second)], ['approved', 'rejected']);
    await hands.press(page.getByRole('button', { name: texts.common.undo }).first());
    await inbox.untilWaiting([second.text]);
  });

  visits('unlocks, suspends and activates a user', test, { begin: lockedUser }, async (visit) => {
    const { page, texts, hands, name, dialog, button, seen } = visit;
    const { users } = texts;
    await hands.type(page.getByLabel(users.search, { exact: true }), phoneOf(name).slice(-4));
    await page.getByText(users.total(1)).waitFor();
    await hands.press(page.getByRole('rowheader').getByRole('link'));
    await hands.press(button(users.access.unlock));
    await seen(users.access.unlocked);
    await hands.press(button(users.admin.suspend));
    await hands.type(dialog.getByLabel(users.admin.reason), 'Sold the account.');
    await hands.press(dialog.getByRole('button', { name: users.admin.suspendAct }));
    await seen(users.notices.suspended);
    await hands.press(button(users.admin.activate));
    await hands.press(dialog.getByRole('button', { name: users.admin.activateAct }));
    await seen(users.admin.activated);
  });

  visits('adds, moves and deletes roadmap items', test, { role: 'staff', begin: () => 'roadmap' }, async (visit) => {
    const { page, texts, hands, name, dialog, button, seen } = visit;
    const { roadmap } = texts;
    const title = `Item ${name}`;
    await hands.press(button(roadmap.add));
    await hands.type(dialog.getByLabel(roadmap.fields.title), title);
    await hands.press(dialog.getByRole('button', { name: roadmap.add }));
    await seen(roadmap.added);
    for (const [act, words] of [
      [roadmap.up, undefined],
      [roadmap.statuses.in_progress, roadmap.movedTo(title, roadmap.statuses.in_progress)],
      [roadmap.remove, undefined],
    ] as const) {
      await hands.press(button(roadmap.actsFor(title)));
      await hands.press(page.getByRole('menuitem', { name: act, exact: true }));
      if (words !== undefined) await seen(words);
    }
    await hands.press(dialog.getByRole('button', { name: roadmap.removeAct }));
    await page.getByRole('heading', { level: 3, name: title }).waitFor({ state: 'detached' });
  });

  visits('writes and deletes a changelog entry', test, { role: 'staff', begin: () => 'changelog' }, async (visit) => {
    const { page, texts, hands, name, dialog, button, seen } = visit;
    const { changelog } = texts;
    const part = (language: 'en' | 'ar') => page.getByRole('group', { name: texts.common.languages[language] });
    await hands.press(button(changelog.add));
    await hands.type(part('en').getByLabel(changelog.heading), `Entry ${name}`);
    await hands.type(part('en').getByLabel(changelog.text), 'Pay in **four** parts.');
    await hands.type(part('ar').getByLabel(changelog.heading), `خبر ${name}`);
    await hands.type(part('ar').getByLabel(changelog.text), 'ادفع على أربع دفعات.');
    await hands.press(dialog.getByRole('button', { name: changelog.publish }));
    await seen(changelog.published);
    const title = texts.common.close === 'Close' ? `Entry ${name}` : `خبر ${name}`;
    await hands.press(button(changelog.removeLabel(title)));
    await hands.press(dialog.getByRole('button', { name: changelog.removeAct }));
    await seen(changelog.removed);
  });

  visits('filters and saves the audit log', test, { begin: () => 'audit' }, async ({ page, texts, hands, button, me, seen }) => {
    await hands.choose(page.getByLabel(texts.audit.action), texts.auditActs['operator.created']);
    await page.waitForURL(/action=operator\.created/);
    await hands.type(page.getByLabel(texts.audit.words), me.username);
    await hands.press(button(texts.audit.search));
    await page.waitForURL(/q=/);
    await seen(me.username);
    const download = page.waitForEvent('download');
    await hands.press(button(texts.audit.csv));
    assert.equal((await download).suggestedFilename(), 'audit-log.csv');
  });

  visits('changes the settings of the project', test, { begin: () => 'settings/project' }, async (visit) => {
    const { page, texts, hands, name, button, seen } = visit;
    await hands.type(page.getByLabel(texts.project.blockedWords), name);
    await hands.press(button(texts.project.save));
    await seen(texts.project.saved);
  });

  visits('creates and switches off an operator', test, { begin: () => 'settings/operators' }, async (visit) => {
    const { page, texts, hands, name, dialog, button, seen } = visit;
    const { operators } = texts;
    await hands.press(button(operators.invite));
    const way = dialog.getByLabel(operators.way, { exact: true });
    if ((await way.count()) > 0) await hands.choose(way, operators.byPassword);
    await hands.type(dialog.getByLabel(operators.username), name);
    await hands.type(dialog.getByLabel(operators.password, { exact: true }), 'a long and unusual 7 phrase');
    await hands.press(dialog.getByRole('button', { name: operators.create }));
    await seen(operators.created(name));
    await hands.press(button(operators.actsFor(name)));
    await hands.press(page.getByRole('menuitem', { name: operators.switchOff }));
    await hands.press(dialog.getByRole('button', { name: operators.switchOff }));
    await page.getByRole('row').filter({ hasText: name }).getByText(operators.inactive).waitFor();
  });

  visits('issues and revokes a key', test, { begin: () => 'settings/api-keys' }, async (visit) => {
    const { page, texts, hands, name, dialog, button, seen } = visit;
    const { apiKeys, common } = texts;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await hands.press(button(apiKeys.issue).first());
    await hands.type(dialog.getByLabel(apiKeys.name, { exact: true }), name);
    await hands.press(dialog.getByRole('button', { name: apiKeys.issue }));
    await hands.press(dialog.getByRole('button', { name: apiKeys.copyKey }));
    await dialog.getByText(common.copied, { exact: true }).waitFor();
    await hands.press(dialog.getByRole('button', { name: apiKeys.kept }));
    await hands.press(button(apiKeys.revokeNamed(name)));
    await hands.press(dialog.locator('button.severe'));
    await seen(apiKeys.revoked);
  });

  visits('adds and removes a test phone', test, { begin: () => 'settings/test-phones' }, async (visit) => {
    const { page, texts, hands, name, dialog, button } = visit;
    const { testPhones } = texts;
    const phone = `+9715012300${phoneOf(name).slice(-2)}`;
    await hands.press(button(testPhones.add).first());
    await hands.type(dialog.getByLabel(testPhones.phone), phone);
    await hands.type(dialog.getByLabel(testPhones.code), '123456');
    await hands.press(dialog.getByRole('button', { name: testPhones.add }));
    await hands.press(button(testPhones.removeNamed(phone)));
    await hands.press(dialog.getByRole('button', { name: testPhones.remove }));
    await page.getByText(phone, { exact: true }).waitFor({ state: 'detached' });
  });

  visits('adds, tests and deletes a webhook', test, { begin: () => 'settings/webhooks' }, async (visit) => {
    const { page, texts, hands, name, dialog, button, link } = visit;
    const { webhooks } = texts;
    await hands.press(button(webhooks.add).first());
    await hands.type(dialog.getByLabel(webhooks.form.url, { exact: true }), 'https://receiver.invalid/hook');
    await hands.type(dialog.getByLabel(webhooks.form.description), `Hook ${name}`);
    await hands.type(dialog.getByLabel(webhooks.form.others), 'review.created');
    await hands.press(dialog.getByRole('button', { name: webhooks.add }));
    await hands.press(dialog.getByRole('button', { name: webhooks.secret.kept }));
    await hands.press(link(`Hook ${name}`));
    await hands.press(button(webhooks.test.act));
    await dialog.locator('.notice.danger').waitFor();
    await page.keyboard.press('Escape');
    await hands.press(button(webhooks.acts));
    await hands.press(page.getByRole('menuitem', { name: webhooks.remove }));
    await hands.press(dialog.getByRole('button', { name: webhooks.removeAct }));
    await heading(page, webhooks.title).waitFor();
    await link(`Hook ${name}`).waitFor({ state: 'detached' });
  });

  visits('sets a factor and a password', test, { begin: () => 'settings/account' }, async (visit) => {
    const { page, texts, hands, dialog, button, me, seen } = visit;
    const { account, signIn: words } = texts;
    await hands.press(button(account.setUpFactor));
    await hands.type(dialog.getByLabel(words.password, { exact: true }), me.password);
    await hands.press(dialog.getByRole('button', { name: words.setUp.begin }));
    const secret = await dialog.locator('.secret .code').innerText();
    const code = (ahead: number): string => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead });
    await hands.type(dialog.getByLabel(words.setUp.code), code(0));
    await hands.press(dialog.getByRole('button', { name: words.setUp.finish }));
    await hands.press(dialog.getByRole('button', { name: words.setUp.kept }));
    await seen(account.factorIsOn);
    await hands.type(page.getByLabel(account.current), me.password);
    await hands.type(page.getByLabel(account.fresh), `${me.password}-and-more`);
    await hands.press(button(account.changePassword));
    await seen(account.passwordChanged);
    await hands.press(page.getByRole('button', { name: texts.shell.account }));
    await hands.press(page.getByRole('menuitem', { name: texts.shell.signOut }));
    await hands.type(page.getByLabel(words.username), me.username);
    await hands.type(page.getByLabel(words.password, { exact: true }), `${me.password}-and-more`);
    await hands.press(button(words.button));
    await hands.type(page.getByLabel(words.code), code(CODE_MS));
    await hands.press(button(words.button));
    await heading(page, texts.today.title).waitFor();
  });

  async function lockedUser({ name }: Pick<Visit, 'name'>): Promise<string> {
    for (let tries = 0; tries < 5; tries += 1) await login(test().server, phoneOf(name), WRONG, { projectId: DEMO_PROJECT }).expect(401);
    return 'users';
  }

  function phoneOf(name: string): string {
    return PHONES[name] ?? '';
  }
});
