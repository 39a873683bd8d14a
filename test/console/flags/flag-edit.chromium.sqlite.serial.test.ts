import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { ConsoleTest, checkLook, heading, LANGUAGES, type OpenedPage, type OpenOptions } from '../support.ts';

const SLUG = 'diwan-demo-shop';
const GULF = {
  variants: [
    { key: 'one_page', value: true, weight: 50 },
    { key: 'two_pages', value: true, weight: 50 },
  ],
  rules: [
    { id: 'testers', name: 'Our testers', segments: ['testers'] },
    {
      id: 'gulf',
      name: 'عملاء الخليج',
      when: [{ attribute: 'country', operator: 'in', values: ['SA', 'AE'] }],
      percentage: 25,
      serve: 'one_page',
    },
  ],
  steps: [{ at: '2099-01-01T06:00:00.000Z', rule: 'gulf', percentage: 50 }],
};

describe('one flag in the console', () => {
  let test: ConsoleTest;

  before(async () => {
    test = await ConsoleTest.start();
    const conditions = [{ attribute: 'userId', operator: 'in', values: ['u-81'] }];
    await admin(test.server).post(`/admin/apps/${SLUG}/segments`, { key: 'testers', conditions }).expect(201);
  });
  afterEach(() => test.closePages());
  after(() => test.close());

  const place = (key: string): string => `/admin/apps/${SLUG}/features/${key}`;
  const put = (key: string, body: object) => admin(test.server).put(place(key), body).expect(200);
  const stored = async (key: string) => (await admin(test.server).get(place(key)).expect(200)).body;
  const open = (key: string, options?: OpenOptions): Promise<OpenedPage> => test.openAs('admin', `apps/${SLUG}/flags/${key}`, options);
  const edit = async (key: string, options?: OpenOptions): Promise<OpenedPage> => {
    const opened = await open(key, options);
    await opened.page.getByRole('button', { name: opened.texts.flags.edit, exact: true }).click();
    await opened.page.getByRole('heading', { name: opened.texts.flags.form.title }).waitFor();
    return opened;
  };

  for (const language of LANGUAGES)
    it(`shows rules as sentences and as a form in ${language}`, async () => {
      await put('new_checkout', { targeting: GULF });
      const opened = await open('new_checkout', { language });
      const { page, texts } = opened;
      await page.getByText('عملاء الخليج').waitFor();
      await checkLook(opened, 'flag');
      await page.getByRole('button', { name: texts.flags.edit, exact: true }).click();
      await page.getByLabel(texts.flags.form.percent).last().fill('30');
      await checkLook(opened, 'flag-form');
      await page.getByRole('button', { name: texts.flags.form.review }).click();
      await page.getByRole('dialog').getByText(texts.reach.kinds.flag.gains).waitFor();
      await checkLook(opened, 'flag-review');
    });

  for (const language of LANGUAGES)
    it(`explains what one phone gets in ${language}`, async () => {
      await put('new_checkout', { targeting: GULF, isEnabled: true });
      const opened = await open('new_checkout', { language });
      const { page, texts } = opened;
      const { why } = texts.flags;
      await page.getByLabel('country', { exact: true }).fill('US');
      await page.getByRole('button', { name: why.ask }).click();
      await page.getByText(why.steps.default).waitFor();
      await page.getByLabel('userId', { exact: true }).fill('u-81');
      await page.keyboard.press('Enter');
      await page.getByText(why.steps.rule('\u2068Our testers\u2069')).waitFor();
      await page.getByLabel('userId', { exact: true }).fill('');
      await page.getByLabel('country', { exact: true }).fill('SA');
      await page.getByLabel('installationId', { exact: true }).fill('phone-1');
      await page.keyboard.press('Enter');
      await page.locator('.looked-at .matched').waitFor();
      await checkLook(opened, 'flag-why');
    });

  it('changes a percentage after showing whom it reaches', async () => {
    await put('auctions', { targeting: { rules: [{ id: 'some', percentage: 10, salt: 's' }] } });
    const { page, texts } = await edit('auctions');
    await page.getByLabel(texts.flags.form.percent).fill('٢٠');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.reach.kinds.flag.matched).waitFor();
    assert.equal((await stored('auctions')).targeting.rules[0].percentage, 10);
    await dialog.getByRole('button', { name: texts.flags.save.act('auctions') }).click();
    await page.getByText(texts.flags.save.saved('auctions')).waitFor();
    assert.deepEqual((await stored('auctions')).targeting.rules, [{ id: 'some', percentage: 20, salt: 's' }]);
  });

  it('adds a rule with a condition by keyboard alone', async () => {
    const { page, texts } = await edit('group_deals');
    const { form } = texts.flags;
    await page.getByRole('button', { name: form.addRule }).press('Enter');
    await page.getByRole('button', { name: form.addCondition }).press('Enter');
    await page.getByLabel(form.attribute, { exact: true }).focus();
    await page.keyboard.type('country');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('SA، AE');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: texts.flags.save.act('group_deals') }).press('Enter');
    await page.getByText(texts.flags.save.saved('group_deals')).waitFor();
    const { targeting } = await stored('group_deals');
    assert.deepEqual(targeting.rules[0].when, [{ attribute: 'country', operator: 'in', values: ['SA', 'AE'] }]);
    assert.equal(targeting.otherwise, 'off');
  });

  it('asks when two people edit one flag', async () => {
    await put('ratings_prompt', { targeting: { rules: [{ id: 'some', percentage: 10 }] } });
    const [mine, theirs] = [await edit('ratings_prompt'), await edit('ratings_prompt')];
    const { texts } = mine;
    const change = async ({ page }: OpenedPage, percent: string): Promise<void> => {
      await page.getByLabel(texts.flags.form.percent).fill(percent);
      await page.getByRole('button', { name: texts.flags.form.review }).click();
    };
    const save = ({ page }: OpenedPage) => page.getByRole('button', { name: texts.flags.save.act('ratings_prompt') }).click();
    // both look at the dry run before the first one saves
    await change(mine, '40');
    await change(theirs, '70');
    await save(theirs);
    await theirs.page.getByText(texts.flags.save.saved('ratings_prompt')).waitFor();
    await save(mine);
    const dialog = mine.page.getByRole('dialog', { name: texts.flags.conflict.title });
    await dialog.waitFor();
    await checkLook(mine, 'flag-conflict');
    assert.deepEqual(await dialog.locator('.value').allTextContents(), ['10', '70', '10', '40']);
    assert.equal((await stored('ratings_prompt')).targeting.rules[0].percentage, 70);
    await dialog.getByRole('button', { name: texts.flags.conflict.keepMine }).click();
    await save(mine);
    await mine.page.getByText(texts.flags.save.saved('ratings_prompt')).waitFor();
    assert.equal((await stored('ratings_prompt')).targeting.rules[0].percentage, 40);
  });

  it('keeps a field that only another person changed', async () => {
    const { page, texts } = await edit('driver_map');
    await page.getByLabel(texts.flags.description).fill('Mine');
    await put('driver_map', { targeting: { rules: [{ id: 'theirs' }] } });
    await page.getByRole('button', { name: texts.flags.form.review }).click();
    const conflict = page.getByRole('dialog', { name: texts.flags.conflict.title });
    await conflict.getByText(texts.flags.conflict.apart).waitFor();
    await conflict.getByRole('button', { name: texts.flags.conflict.keepMine }).click();
    await page.getByRole('button', { name: texts.flags.save.act('driver_map') }).click();
    await page.getByText(texts.flags.save.saved('driver_map')).waitFor();
    const { description, targeting } = await stored('driver_map');
    assert.deepEqual([description, targeting.rules], ['Mine', [{ id: 'theirs' }]]);
  });

  it('shows errors of JSON, its own and the server\u2019s', async () => {
    const opened = await edit('cash_on_delivery');
    const { page, texts } = opened;
    const json = page.getByLabel(texts.flags.form.rest);
    const review = page.getByRole('button', { name: texts.flags.form.review });
    await json.fill('{ "requires": [');
    await review.click();
    await page.getByText(texts.flags.form.badJson('')).waitFor();
    await json.fill('{ "requires": [{ "flag": "no_such" }], "stopAt": "soon" }');
    await review.click();
    await page.locator('.fault', { hasText: 'stopAt' }).waitFor();
    await checkLook(opened, 'flag-faults');
    await json.fill('{ "requires": [{ "flag": "no_such" }] }');
    await review.click();
    await page.locator('.fault', { hasText: 'requires[0].flag' }).waitFor();
    await json.fill('{ "requires": [{ "flag": "apple_pay" }] }');
    await review.click();
    await page.getByRole('button', { name: texts.flags.save.act('cash_on_delivery') }).click();
    await page.getByText(texts.flags.save.saved('cash_on_delivery')).waitFor();
    assert.deepEqual((await stored('cash_on_delivery')).targeting.requires, [{ flag: 'apple_pay' }]);
  });

  it('asks before a form with changes is left', async () => {
    const { page, texts } = await edit('home_banner');
    await page.getByLabel(texts.flags.description).fill('Half a sentence');
    await page.getByRole('link', { name: texts.releases.title }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: texts.flags.form.stay }).click();
    assert.equal(await page.getByLabel(texts.flags.description).inputValue(), 'Half a sentence');
    await page.getByRole('link', { name: texts.releases.title }).click();
    await dialog.getByRole('button', { name: texts.flags.form.leaveAct }).click();
    await heading(page, texts.releases.title).waitFor();
  });

  it('deletes an enabled flag after the slug is typed', async () => {
    const { page, texts } = await open('search_v2');
    await page.getByRole('button', { name: texts.flags.more }).click();
    await page.getByRole('menuitem', { name: texts.flags.delete }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(texts.reach.kinds.flag.loses, { exact: true }).waitFor();
    const act = dialog.getByRole('button', { name: texts.flags.deleteAct('search_v2') });
    assert.equal(await act.isDisabled(), true);
    await dialog.getByLabel(texts.common.typeToConfirm(SLUG)).fill(SLUG);
    await act.click();
    await heading(page, texts.flags.title).waitFor();
    await page.getByText(texts.flags.deleted('search_v2')).waitFor();
    await admin(test.server).get(place('search_v2')).expect(404);
  });

  it('shows staff the rules without a form', async () => {
    const { page, texts } = await test.openAs('staff', `apps/${SLUG}/flags/voice_search`);
    await page.getByText(texts.flags.everybodySame).waitFor();
    assert.equal(await page.getByRole('button', { name: texts.flags.edit, exact: true }).count(), 0);
    assert.equal(await page.getByRole('button', { name: texts.flags.turnOn }).count(), 0);
  });

  it('says that a flag is missing', async () => {
    const opened = await open('no_such');
    await heading(opened.page, opened.texts.flags.missing).waitFor();
    await checkLook(opened, 'flag-missing');
  });
});
