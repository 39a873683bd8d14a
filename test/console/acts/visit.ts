import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../../support/programs/process.ts';
import { ConsoleTest, type Credentials, LANGUAGES, type OpenedPage, signIn } from '../support.ts';
import { HANDS, type Hands, handsOf } from './hands.ts';

/** A person at the console, who does something with the hands. */
export interface Visit extends OpenedPage {
  readonly test: ConsoleTest;
  readonly hands: Hands;
  /** Differs between visits, for the names of things that a visit makes; letters, digits and `-`. */
  readonly name: string;
  readonly me: Credentials;
  readonly dialog: Locator;
  button(name: string): Locator;
  link(name: string): Locator;
  /** The words are on the page. */
  seen(text: string): Promise<void>;
}

/** People read times in their own form. */
const API_TIME = /\d{4}-\d\d-\d\dT\d\d:/;

interface VisitOptions {
  readonly role?: 'staff' | 'admin';
  readonly isSignedIn?: boolean;
  /** Prepares the server, and gives the address to open. */
  readonly begin: (place: { readonly test: ConsoleTest; readonly name: string }) => Promise<string> | string;
}

/** One server and one browser for all visits of a file. */
export function consoleForVisits(): () => ConsoleTest {
  let running: ConsoleTest;
  before(async () => {
    running = await ConsoleTest.start();
  });
  afterEach(() => running.closePages());
  after(() => running.close());
  return () => running;
}

/** One test for each language and each kind of hands. The title has a verb: `signs in`. */
export function visits(title: string, test: () => ConsoleTest, options: VisitOptions, act: (visit: Visit) => Promise<void>): void {
  for (const language of LANGUAGES)
    for (const hand of HANDS)
      it(`${title} by ${hand} in ${language}`, async () => {
        const name = `${hand}-${language}`;
        const console = test();
        const path = await options.begin({ test: console, name });
        const me = await console.newOperator(options.role ?? 'admin');
        const opened = await console.open(path, { language, width: hand === 'touch' ? 'phone' : 'laptop' });
        if (options.isSignedIn !== false) await signIn(opened, me);
        await act(visitOf(opened, { test: console, name, me, hands: handsOf(hand, opened.page) }));
      });
}

function visitOf(opened: OpenedPage, rest: Pick<Visit, 'test' | 'name' | 'me' | 'hands'>): Visit {
  const { page } = opened;
  return {
    ...opened,
    ...rest,
    dialog: page.getByRole('dialog'),
    button: (name) => page.getByRole('button', { name, exact: true }),
    link: (name) => page.getByRole('link', { name }),
    seen: (text) => page.getByText(text).first().waitFor({ state: 'attached' }),
  };
}

/** Presses the button of a dialog after its dry run; types the short name of the app where the dialog asks for it. */
export async function confirm({ dialog, hands, texts }: Visit, act: string, slug: string): Promise<void> {
  const button = dialog.getByRole('button', { name: act, exact: true });
  const field = dialog.getByLabel(texts.common.typeToConfirm(slug));
  await until(async () => (await button.isEnabled()) || (await field.count()) > 0, undefined, 15_000);
  if ((await field.count()) > 0) await hands.type(field, slug);
  assert.doesNotMatch(await dialog.innerText(), API_TIME);
  await hands.press(button);
}
