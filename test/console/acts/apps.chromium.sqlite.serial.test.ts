import assert from 'node:assert/strict';
import { client } from '../../support/requests/client.ts';
import { newApp } from '../apps/support.ts';
import { type ConsoleTest, DEMO_PROJECT, heading } from '../support.ts';
import { confirm, consoleForVisits, type Visit, visits } from './visit.ts';

describe('a person who', () => {
  const test = consoleForVisits();

  visits('signs in after a typo', test, { begin: () => '', isSignedIn: false }, async (visit) => {
    const { page, texts, hands, me, button } = visit;
    await hands.type(page.getByLabel(texts.signIn.username), me.username);
    await hands.type(page.getByLabel(texts.signIn.password, { exact: true }), `${me.password}x`);
    await hands.press(button(texts.signIn.button));
    await page.getByRole('alert').waitFor();
    await hands.type(page.getByLabel(texts.signIn.password, { exact: true }), me.password);
    await hands.press(button(texts.signIn.button));
    await heading(page, texts.today.title).waitFor();
  });

  visits('goes from Today to what waits', test, { begin: () => '' }, async ({ page, texts, hands }) => {
    await hands.press(page.getByRole('button', { name: texts.common.showAsTable }).first());
    await page.getByRole('table').first().waitFor();
    await hands.press(page.getByRole('main').getByRole('link', { name: texts.today.reviews }));
    await heading(page, texts.moderation.title).waitFor();
  });

  visits('creates an app and switches it off', test, { begin: () => 'apps' }, async (visit) => {
    const { page, texts, hands, name, dialog, button, seen } = visit;
    await hands.press(button(texts.apps.create));
    await hands.type(dialog.getByLabel(texts.apps.name, { exact: true }), `App ${name}`);
    await hands.type(dialog.getByLabel(texts.apps.slug), name);
    await hands.type(dialog.getByLabel(texts.apps.packageName), 'com.example.acts');
    await hands.press(dialog.getByRole('button', { name: texts.apps.create }));
    await heading(page, `App ${name}`).waitFor();
    await hands.press(button(texts.apps.more));
    await hands.press(page.getByRole('menuitem', { name: texts.apps.switchOff }));
    await confirm(visit, texts.apps.switchOff, name);
    await seen(texts.apps.isOff);
    await undo(visit);
    await page.getByText(texts.apps.isOff, { exact: true }).waitFor({ state: 'detached' });
  });

  visits('publishes, halts and resumes a release', test, onApp('releases', 'releases'), async (visit) => {
    const { page, texts, hands, dialog, button, link, seen } = visit;
    const { releases } = texts;
    await hands.press(button(releases.publish).first());
    await hands.type(dialog.getByLabel(releases.fields.versionName), '1.0.0');
    await hands.type(dialog.getByLabel(releases.fields.versionCode, { exact: true }), '7');
    await hands.type(dialog.getByLabel(releases.notesEn), 'First.');
    await hands.type(dialog.getByLabel(releases.notesAr), 'الأول.');
    await hands.type(dialog.getByLabel(releases.percent), '20');
    await hands.press(dialog.getByRole('button', { name: releases.tryFirst }));
    await confirm(visit, releases.publishAct('1.0.0'), slugOf('releases', visit));
    await seen(releases.publishedToast('1.0.0'));
    await hands.press(link('1.0.0').first());
    await heading(page, '1.0.0').waitFor();
    await hands.press(button(releases.haltAct('1.0.0')).first());
    await confirm(visit, releases.haltAct('1.0.0'), slugOf('releases', visit));
    await seen(releases.halted('1.0.0'));
    await hands.press(button(releases.resumeAct('1.0.0')).first());
    await confirm(visit, releases.resumeAct('1.0.0'), slugOf('releases', visit));
    await seen(releases.resumed('1.0.0'));
  });

  visits('creates, targets and explains a flag', test, onApp('flags', 'flags'), async (visit) => {
    const { page, texts, hands, dialog, button, link, seen } = visit;
    const { flags } = texts;
    await hands.press(button(flags.create).first());
    await hands.type(dialog.getByLabel(flags.key), 'gifts');
    await hands.press(dialog.getByRole('button', { name: flags.createAct }));
    await heading(page, 'gifts').waitFor();
    await hands.press(button(flags.edit));
    await hands.press(button(flags.form.addRule));
    await hands.press(button(flags.form.addCondition));
    await hands.type(page.getByLabel(flags.form.attribute, { exact: true }), 'country');
    await hands.type(page.getByLabel(flags.form.values), 'SA');
    await hands.type(page.getByLabel(flags.form.percent), '50');
    await hands.press(button(flags.form.review));
    await confirm(visit, flags.save.act('gifts'), slugOf('flags', visit));
    await seen(flags.save.saved('gifts'));
    await hands.type(page.getByLabel('country', { exact: true }), 'SA');
    await hands.press(button(flags.why.ask));
    await page.getByText(flags.why.steps.off).waitFor();
    await hands.press(link(flags.title).first());
    await hands.press(page.getByRole('switch', { name: 'gifts' }));
    await confirmIfAsked(visit, flags.switchOn('gifts'));
    await seen(flags.isOn('gifts'));
  });

  visits('switches maintenance on and ends it', test, onApp('maintenance', 'maintenance'), async (visit) => {
    const { page, texts, hands, button, seen } = visit;
    const { maintenance } = texts;
    await hands.type(page.getByLabel(maintenance.messageEn), 'Back at nine.');
    await hands.type(page.getByLabel(maintenance.messageAr), 'نعود في التاسعة.');
    await hands.choose(page.getByLabel(maintenance.when), maintenance.now);
    await hands.press(button(maintenance.start));
    await confirm(visit, maintenance.start, slugOf('maintenance', visit));
    await page.getByText(maintenance.isOn, { exact: true }).waitFor();
    await hands.press(button(maintenance.end).first());
    await confirm(visit, maintenance.end, slugOf('maintenance', visit));
    await seen(maintenance.isOff);
  });

  visits('undoes a change from the history', test, onApp('history', 'history'), async (visit) => {
    const { page, texts, hands, dialog, seen } = visit;
    const slug = slugOf('history', visit);
    await api(visit).put(`/admin/apps/${slug}`, { name: 'Renamed by mistake' }).expect(200);
    await page.reload();
    const row = page.getByRole('listitem').filter({ hasText: texts.history.actions['app.changed'] ?? '' });
    await hands.press(row.getByRole('button').first());
    await hands.type(dialog.getByLabel(texts.history.reason), 'A mistake');
    await hands.press(dialog.getByRole('button', { name: texts.history.undoAct }));
    await seen('“A mistake”');
    const { body } = await api(visit).get(`/admin/apps/${slug}`).expect(200);
    assert.notEqual(body.name, 'Renamed by mistake');
  });

  /** Takes the last act back by its message. */
  async function undo({ texts, hands, button, dialog, seen }: Visit): Promise<void> {
    await hands.press(button(texts.common.undo));
    await hands.press(dialog.getByRole('button', { name: texts.history.undoAct }));
    await seen(texts.history.undone);
  }

  /** An act by which no user loses anything is done without a question. */
  async function confirmIfAsked({ page, dialog, hands }: Visit, act: string): Promise<void> {
    await page.locator('[role=dialog], .toast').first().waitFor();
    if ((await dialog.count()) > 0) await hands.press(dialog.getByRole('button', { name: act }));
  }

  function onApp(kind: string, screen: string) {
    return {
      async begin({ test: console, name }: { readonly test: ConsoleTest; readonly name: string }): Promise<string> {
        const slug = `${kind}-${name}`;
        await newApp(console, slug, `App ${slug}`);
        return `apps/${slug}/${screen}`;
      },
    };
  }

  function slugOf(kind: string, { name }: Visit): string {
    return `${kind}-${name}`;
  }

  function api({ test: { server } }: Visit) {
    return client(server, { apiKey: server.apiKey, headers: { 'X-Project-ID': String(DEMO_PROJECT) } });
  }
});
