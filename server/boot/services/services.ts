import type { Config } from '../../config/types.ts';
import { deletionPage } from '../../controllers/auth/deletion-page/page.ts';
import { unsubscribePage } from '../../controllers/feedback/unsubscribe-page/page.ts';
import { Revocations } from '../../platform/auth/revocations.ts';
import type { SigningKeys } from '../../platform/auth/signing-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import { FULL_COST, type PasswordCost, PasswordHasher } from '../../platform/crypto/password.ts';
import { loadSecretKeys } from '../../platform/crypto/secret-keys.ts';
import type { Database } from '../../platform/db/database.ts';
import { type ComposedService, composeService } from '../../platform/http/endpoint.ts';
import { EventStreams } from '../../platform/http/event-streams/event-streams.ts';
import type { ReceiptHook } from '../../platform/http/hooks/receipt-hook.ts';
import { countUnsentMail } from '../../platform/mail/mail-counts.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts';
import type { Metrics } from '../../platform/observe/metrics.ts';
import { type ComposedPage, composePage } from '../../platform/pages/web-page.ts';
import type { WebhookSender } from '../../platform/webhooks/sender.ts';
import { appsServices } from '../../routes/apps/index.ts';
import { authServices, consoleService } from '../../routes/auth/index.ts';
import { feedbackService } from '../../routes/feedback/index.ts';
import { platformAdminService } from '../../routes/platform-admin/index.ts';
import type { EventSettings } from '../../services/apps/analytics/event-queue.ts';
import { appNames } from '../../services/apps/apps.ts';
import { type Apps, createApps } from '../../services/apps/apps-service.ts';
import { readWaitingApps } from '../../services/apps/waiting-apps.ts';
import type { Auth } from '../../services/auth/auth.ts';
import { erasedUsers } from '../../services/auth/deletion/erased-users.ts';
import { OperatorLinks, voidOperatorLink } from '../../services/auth/operators/links/operator-links.ts';
import { liftOperatorLocks, resetOperatorSignIn } from '../../services/auth/operators/operator-locks.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import { readWaitingContent } from '../../services/feedback/moderation/queue/waiting-counts.ts';
import type { NoticeDeps } from '../../services/platform-admin/notices/notice-deps.ts';
import { createPlatformAdmin, type PlatformAdmin } from '../../services/platform-admin/platform-admin.ts';
import { countRefusedEvents } from '../observe.ts';
import { composeAuth } from './auth.ts';
import { composeFeedback } from './feedback.ts';
import { composeMailer } from './mailer.ts';
import { composeNotices } from './notices.ts';
import { composeWebhooks } from './webhooks.ts';

/** The services of one runtime, composed with each other. */
export interface Services {
  readonly admin: PlatformAdmin;
  readonly auth: Auth;
  readonly feedback: Feedback;
  readonly apps: Apps;
  readonly revocations: Revocations;
  readonly mailer: Mailer;
  readonly notices: NoticeDeps;
  readonly webhooks: WebhookSender;
  readonly eventStreams: EventStreams;
}

export interface AdministrationParts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  /** Full cost by default; tests with another subject use a cheap one. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Only a server mails links. */
  readonly operatorLinks?: OperatorLinks | undefined;
  /** Only a server sends webhooks. */
  readonly webhooks?: WebhookSender | undefined;
}

export interface ServiceParts extends AdministrationParts {
  readonly keys: SigningKeys;
  readonly metrics: Metrics;
}

/** Platform administration with the instances that it shares with phone auth. Commands need no other part of a runtime. */
export function createAdministration({ config, db, clock, passwordCost = FULL_COST, operatorLinks, webhooks }: AdministrationParts) {
  const passwords = new PasswordHasher(passwordCost);
  const revocations = new Revocations(db, { clock, tokenSeconds: config.keys.accessTokenSeconds });
  const admin = createPlatformAdmin({
    db,
    passwords,
    revocations,
    operatorLocks: {
      lift: ({ username }) => liftOperatorLocks(db, username),
      reset: (operator) => resetOperatorSignIn(db, operator),
      voidLink: ({ id }) => voidOperatorLink(db, id),
    },
    operatorLinks: operatorLinks ?? null,
    webhooks: webhooks ?? null,
    appNames: () => appNames(db),
    waiting: {
      readFeedback: (projectId) => readWaitingContent(db, projectId),
      readApps: (projectId, now) => readWaitingApps(db, { projectId, defaultProjectId: config.defaultProjectId, now }),
      readMail: (projectId) => countUnsentMail(db, projectId),
    },
    otpDefaults: { length: config.otp.length, ttlSeconds: config.otp.ttlSeconds, guard: config.otp.guard },
    configuredTestPhones: { projectId: config.defaultProjectId, phones: config.testPhones.seeded },
  });
  return { passwords, revocations, admin };
}

export function createServices(parts: ServiceParts): Services {
  const { config, db, clock, keys, metrics } = parts;
  const secrets = loadSecretKeys(config.otp.pepper, config.dataDir);
  const links = new UnsubscribeLinks(secrets, config.publicUrl);
  const mailer = composeMailer({ config, db, clock, metrics, secrets, links });
  const webhooks = composeWebhooks({ config, db, clock, metrics, secrets });
  const isConfigured = config.publicUrl !== null && config.mail.smtpUrl !== null && config.pages.console;
  const operatorLinks = new OperatorLinks({ db, secrets, mailer, isConfigured });
  const { passwords, revocations, admin } = createAdministration({ ...parts, operatorLinks, webhooks });
  const eventStreams = new EventStreams(config.http.streamConnections);
  return {
    admin,
    revocations,
    mailer,
    notices: composeNotices({ config, db, clock, mailer, admin }),
    webhooks,
    eventStreams,
    auth: composeAuth({
      config,
      db,
      clock,
      keys,
      secrets,
      passwords,
      revocations,
      mailer,
      operatorLinks,
      metrics,
      admin,
      appNames: admin.appNames,
    }),
    feedback: composeFeedback({ db, clock, mailer, unsubscribeLinks: links, admin }),
    apps: createApps({
      db,
      clock,
      projects: admin.projects,
      defaultProjectId: config.defaultProjectId,
      events: eventSettings(config, metrics),
      feed: eventStreams,
      erasedUsers: (ids) => erasedUsers(db, ids),
    }),
  };
}

function eventSettings({ eventsDailyBytes: dailyBytes }: Config, metrics: Metrics): EventSettings {
  return { dailyBytes, onRefusal: countRefusedEvents(metrics, dailyBytes) };
}

/** Whether this process serves the web console, whose operators it must be able to sign in. */
export function servesConsole({ services, pages }: Config): boolean {
  return pages.console && services.includes('auth');
}

/** The configured services with their endpoints. The public reads come first, because Express searches its routes from the top. */
export function endpointsOf(services: Services, config: Config): ComposedService[] {
  const { services: configured } = config;
  const ofAuth = authServices.filter((service) => service !== consoleService || servesConsole(config));
  return [
    ...(configured.includes('apps') ? appsServices.map((service) => composeService(service, services.apps)) : []),
    ...(configured.includes('feedback') ? [composeService(feedbackService, services.feedback)] : []),
    ...(configured.includes('auth') ? ofAuth.map((service) => composeService(service, services.auth)) : []),
    composeService(platformAdminService, services.admin),
  ];
}

/** The configured pages for the users of apps. */
export function pagesOf({ auth, feedback }: Services, { services: configured }: Config): ComposedPage[] {
  return [
    ...(configured.includes('auth') ? [composePage(deletionPage, auth)] : []),
    ...(configured.includes('feedback') ? [composePage(unsubscribePage, feedback)] : []),
  ];
}

/** Takes the receipts of messaging providers, on a server with phone auth. */
export function receiptHookOf({ auth: { delivery, messageLog, counts } }: Services, { services: configured }: Config): ReceiptHook | null {
  if (!configured.includes('auth')) return null;
  return {
    providers: delivery.receipts,
    receive: (provider, receipts) => messageLog.receive(provider, receipts),
    refused: (provider) => counts.receipt(provider, 'refused'),
  };
}
