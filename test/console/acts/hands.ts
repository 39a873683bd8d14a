import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/programs/process.ts';
import type { Width } from '../support.ts';

/** How a person uses a page: each act is found and done by keys alone, or by taps on a narrow screen. */
export interface Hands {
  readonly width: Width;
  /** A button, a link, a switch, or an entry of an open menu. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option by its words. */
  choose(field: Locator, label: string): Promise<void>;
}

export const HANDS = ['keyboard', 'touch'] as const;
type HandsName = (typeof HANDS)[number];

const MAX_KEYS = 200;

export function handsOf(name: HandsName, page: Page): Hands {
  return name === 'keyboard' ? keyboardOf(page) : fingersOf();
}

function keyboardOf(page: Page): Hands {
  const { keyboard } = page;
  const goTo = async (target: Locator): Promise<void> => {
    await untilEnabled(target);
    await pressUntilFocused(target, () => keyboard.press('Tab'));
  };
  return {
    width: 'laptop',
    async press(target) {
      await target.waitFor();
      const role = await target.getAttribute('role');
      if (role?.startsWith('menuitem')) await pressUntilFocused(target, () => keyboard.press('ArrowDown'));
      else await goTo(target);
      await keyboard.press(role === 'switch' ? 'Space' : 'Enter');
    },
    async type(field, text) {
      await goTo(field);
      await keyboard.press('Control+KeyA');
      await keyboard.type(text);
    },
    async choose(field, label) {
      await goTo(field);
      await keyboard.press('Home');
      for (let keys = 0; (await chosen(field)) !== label; keys += 1) {
        assert.ok(keys < MAX_KEYS, `no option ${label}`);
        await keyboard.press('ArrowDown');
      }
    },
  };
}

function fingersOf(): Hands {
  return {
    width: 'phone',
    async press(target) {
      // the switch itself is invisible, in the label that draws it
      const isSwitch = (await target.getAttribute('role')) === 'switch';
      await (isSwitch ? target.locator('xpath=ancestor::label') : target).tap();
    },
    async type(field, text) {
      await field.tap();
      await field.fill(text);
    },
    async choose(field, label) {
      await field.selectOption({ label });
    },
  };
}

async function untilEnabled(target: Locator): Promise<void> {
  await target.waitFor();
  await until(() => target.isEnabled(), undefined, 15_000);
}

async function pressUntilFocused(target: Locator, press: () => Promise<void>): Promise<void> {
  for (let keys = 0; keys < MAX_KEYS; keys += 1) {
    if ((await target.and(target.page().locator(':focus')).count()) > 0) return;
    await press();
  }
  assert.fail(`${MAX_KEYS} keys do not lead to ${target}`);
}

function chosen(field: Locator): Promise<string> {
  return field.locator('option:checked').innerText();
}
