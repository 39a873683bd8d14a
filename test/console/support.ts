import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { ar } from '../../console/i18n/ar.ts';
import { en, type Texts } from '../../console/i18n/en.ts';
import { Operator } from '../../models/platform-admin/Operator.ts';
import { up as seedDefaultProject } from '../../seeders/20261121000000-default-project.ts';
import { up as seedFeedback } from '../../seeders/20261121000001-demo-feedback.ts';
import { up as seedApps } from '../../seeders/20261121000002-demo-apps.ts';
import { startBrowser } from '../support/programs/browser.ts';
import { buildConsole } from '../support/programs/console-build.ts';
import { admin } from '../support/requests/client.ts';
import { type ServerOptions, startServer, type TestServer } from '../support/server.ts';

export const DEMO_PROJECT = 99;
const TEXTS: Readonly<Record<Language, Texts>> = { en, ar };
export const LANGUAGES = ['en', 'ar'] as const satisfies readonly Language[];

const THEMES = ['light', 'dark'] as const;
const WIDTHS = { phone: 360, laptop: 1440 } as const;
const HEIGHT = 900;
interface AxeChoice {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

const ALL_RULES: AxeChoice = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
/** The rules of axe that look at colours. */
const RULES_OF_COLOURS: AxeChoice = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
/** Browsers report each refusal of the server and each lost network; the page shows it in its way. */
const REFUSED = /^Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)/;

type Language = 'en' | 'ar';
export type Width = keyof typeof WIDTHS;
type Role = 'staff' | 'admin' | 'owner';

export interface Credentials {
  readonly id: number;
  readonly username: string;
  readonly password: string;
}

export interface OpenOptions {
  readonly language?: Language;
  readonly width?: Width;
  readonly theme?: (typeof THEMES)[number];
}

/** A page of the console, and all that went wrong on it so far. */
export interface OpenedPage {
  readonly page: Page;
  readonly texts: Texts;
  readonly faults: readonly string[];
}

/** One server on the demo data and one browser, for all tests of a file. */
export class ConsoleTest {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly #opened: OpenedPage[] = [];

  private constructor(server: TestServer, browser: Browser) {
    this.server = server;
    this.browser = browser;
  }

  static async start(options: ServerOptions = {}): Promise<ConsoleTest> {
    await buildConsole();
    const [server, browser] = await Promise.all([startServer(options), startBrowser()]);
    const tables = server.db.sequelize.getQueryInterface();
    for (const seed of [seedDefaultProject, seedFeedback, seedApps]) await seed(tables);
    return new ConsoleTest(server, browser);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  /** A new operator of the demo project. */
  async newOperator(role: Role = 'admin', projectId = DEMO_PROJECT): Promise<Credentials> {
    const username = `${role}.${randomBytes(3).toString('hex')}`;
    const password = randomBytes(18).toString('base64url');
    const body = { username, password, role: role === 'staff' ? 'staff' : 'admin' };
    const { body: row } = await admin(this.server).post(`/admin/projects/${projectId}/operators`, body).expect(201);
    // only an owner makes another one
    if (role === 'owner') await this.server.db.model(Operator).update({ isOwner: true }, { where: { id: row.id, projectId } });
    return { id: row.id, username, password };
  }

  /** Opens an address below `/console/` in a new profile of the browser. */
  async open(path = '', { language = 'en', width = 'laptop', theme = 'light' }: OpenOptions = {}): Promise<OpenedPage> {
    const context = await this.browser.newContext({
      locale: language === 'ar' ? 'ar-AE' : 'en-GB',
      colorScheme: theme,
      viewport: { width: WIDTHS[width], height: HEIGHT },
      reducedMotion: 'reduce',
      hasTouch: width === 'phone',
    });
    const page = await context.newPage();
    const opened = { page, texts: TEXTS[language], faults: this.#faultsOf(page) };
    this.#opened.push(opened);
    await page.goto(`${this.server.url}/console/${path}`);
    return opened;
  }

  /** The same, signed in as a new operator with this role. */
  async openAs(role: Role, path = '', options: OpenOptions = {}): Promise<OpenedPage> {
    const opened = await this.open(path, options);
    await signIn(opened, await this.newOperator(role));
    return opened;
  }

  /** Closes the pages of a test. @throws when the browser reported anything on one of them */
  async closePages(): Promise<void> {
    const opened = this.#opened.splice(0);
    await Promise.all(opened.map(({ page }) => page.context().close()));
    assert.deepEqual(
      opened.flatMap(({ faults }) => faults),
      [],
    );
  }

  #faultsOf(page: Page): string[] {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !REFUSED.test(message.text())) faults.push(message.text());
    });
    page.on('pageerror', (error) => void faults.push(error.message));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== this.server.url) faults.push(`foreign host: ${request.url()}`);
    });
    return faults;
  }
}

/** Types username and password as a person does; unless it is refused, waits for the frame of the console. */
export async function signIn({ page, texts }: OpenedPage, { username, password }: Credentials, outcome?: 'refused'): Promise<void> {
  await page.getByLabel(texts.signIn.username).fill(username);
  await page.getByLabel(texts.signIn.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: texts.signIn.button }).click();
  if (outcome !== 'refused') await page.locator('.frame').waitFor();
}

/** The heading of the screen that is open. */
export function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/**
 * Looks at the page as it is, in both themes: no finding of axe, and no sideways scroll on a phone and on a laptop.
 * `TEST_SCREENSHOTS` names a folder for pictures.
 */
export async function checkLook({ page, texts }: OpenedPage, name: string): Promise<void> {
  const language = texts === ar ? 'ar' : 'en';
  const before = page.viewportSize() ?? { width: WIDTHS.laptop, height: HEIGHT };
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    // the other theme has the same elements in other colours
    assert.deepEqual(await findings(page, theme === 'light' ? ALL_RULES : RULES_OF_COLOURS), [], `${name} ${language} ${theme}`);
    for (const width of Object.values(WIDTHS)) {
      await page.setViewportSize({ width, height: HEIGHT });
      await assertNoSidewaysScroll(page, `${name} ${language} ${width}`);
      await picture(page, `${name}-${language}-${theme}-${width}`);
    }
    await page.setViewportSize(before);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function assertNoSidewaysScroll(page: Page, place: string): Promise<void> {
  const [content = 0, window = 0] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
  assert.ok(content <= window, `${place}: ${content} px in a window of ${window} px`);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['TEST_SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** Runs axe-core under the page's own policy. */
async function findings(page: Page, runOnly: AxeChoice): Promise<string[]> {
  const isThere = await page.evaluate<boolean>("typeof axe === 'object'");
  if (!isThere) await page.evaluate(axe.source);
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const result: AxeResult = await page.evaluate(`axe.run(document, ${options})`);
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}
