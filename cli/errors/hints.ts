import { CliError, EXIT, type ExitCode } from './errors.ts';

/** The next step after each error of the server, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  not_authenticated: 'run `diwan login`',
  token_not_valid: 'run `diwan login` again: the sign-in has expired',
  invalid_api_key: 'run `diwan login`, or give a valid key: `diwan login --api-key-stdin`, or DIWAN_API_KEY',
  permission_denied: 'sign in with an account or a key that has this right: `diwan whoami` shows the current ones',
  project_mismatch: 'leave out --project, or sign in to that project: `diwan login --profile NAME`',
  phone_not_allowed: 'see where codes may go: `diwan projects show ID`',
  otp_budget: 'see the codes that were not used: `diwan otp stats`',
  otp_cap: 'see the limit of the day: `diwan projects show ID`',
  project_not_found: 'list the projects: `diwan projects list`',
  project_inactive: 'activate the project: `diwan projects set ID --active`',
  invalid_project: 'give the project as a positive whole number',
  validation_error: 'run the command with --help to see what it accepts',
  duplicate_content: 'the same text was written in the last 24 hours: `existingId` of the answer (`--json`) names it',
  review_not_found: 'list the reviews: `diwan reviews list`',
  post_not_found: 'list the posts: `diwan posts list`',
  report_not_found: 'list the reported content: `diwan reports list`',
  comment_not_found: 'list the comments: `diwan comments list`',
  not_owner: 'sign in as staff or admin of the project: `diwan login`',
  roadmap_not_found: 'list the roadmap: `diwan roadmap list`',
  changelog_not_found: 'list the changelog: `diwan changelog list`',
  app_not_found: 'list the apps: `diwan apps list`',
  version_not_found: 'list the versions: `diwan versions list SLUG`',
  flag_not_found: 'list the flags: `diwan flags list SLUG`',
  change_not_found: 'list the changes: `diwan flags changes SLUG`',
  changed_since: 'see the later changes: `diwan flags changes SLUG KEY`; undo them first, the newest first',
  not_undoable: 'the message says what to do instead; `diwan flags changes SLUG` marks the changes that can be undone',
  flag_without_value: 'give the flag a variant in its targeting, or switch it off: `diwan flags disable SLUG KEY`',
  mail_not_configured:
    'set PUBLIC_URL, SMTP_URL and MAIL_FROM of the server, or give a password: `diwan operators create --password-stdin`',
  token_invalid: 'ask for a new link: “Forgot password?” on the sign-in page of the console',
  operator_not_found: 'list the operators: `diwan operators list`',
  user_not_found: 'list the users: `diwan users list`',
  api_key_not_found: 'list the keys: `diwan keys list`',
  delivery_not_found: 'list the deliveries of the webhook: `diwan webhooks deliveries ID`',
  webhook_not_found: 'list the webhooks: `diwan webhooks list`',
  test_phone_not_found: 'list the test phones: `diwan test-phones list`; those of the environment are in the setting TEST_PHONES',
  project_exists: 'leave out --id to get the next free one; `diwan projects list` shows the used ones',
  last_owner: '`diwan operators set ID --owner` makes an owner; `diwan operators list` shows the ids',
  two_credentials: 'send either an API key or a token, not both',
  username_taken: 'choose another --username: it is unique across all projects',
  invalid_phone: 'write it with its country code, such as +966501234567',
  test_phone_exists: 'to change the code, remove the phone first: `diwan test-phones remove PHONE`',
  too_many_webhooks: 'remove one that is not needed: `diwan webhooks list`',
  test_phone_limit: 'remove one that is not needed: `diwan test-phones list`',
  test_phone_user: 'remove the phone from the test phones first: `diwan test-phones remove PHONE`',
  invalid_transition: 'check the current status of the user: `diwan users show ID`',
  content_changed: 'read it again, then repeat the change: `diwan reviews show ID`, `diwan comments show ID` or `diwan flags get SLUG KEY`',
  app_slug_exists: 'choose another slug, or change the app: `diwan apps update SLUG`',
  flag_key_exists: 'change the flag: `diwan flags set SLUG KEY`',
  flag_limit: 'delete unused flags, or make their configs smaller: `diwan flags list SLUG`',
  prerequisite_conflict: 'requirements are one level deep: `diwan flags get SLUG KEY` shows those of a flag',
  in_use: 'first change the flags, or cancel the maintenance, that the message names: `diwan flags get SLUG KEY`',
  maintenance_not_found: 'list the windows with their ids: `diwan maintenance history SLUG`',
  maintenance_started: 'end it with `diwan maintenance off SLUG`',
  maintenance_limit: 'cancel a scheduled window: `diwan maintenance cancel SLUG ID`',
  under_maintenance: 'see when it ends: `diwan maintenance status SLUG`',
  segment_not_found: 'list the segments: `diwan segments list SLUG`',
  segment_key_exists: 'change the segment instead: `diwan segments set SLUG KEY`',
  segment_limit: 'delete unused segments: `diwan segments list SLUG`',
  targeting_too_large: 'remove values from segments and rules, or share a list in one segment: `diwan segments list SLUG`',
  version_code_not_incrementing: 'give a higher --code',
  no_earlier_release: 'halt the release instead: `diwan versions halt SLUG CODE`',
  no_active_account:
    'check the username and the password; for a forgotten password, ask an admin to run `diwan operators set ID --ask-password`',
  totp_required: 'run `diwan login` again and give the code of your authenticator app, or pipe it in with --otp-stdin',
  totp_setup_required: 'set up your second factor: `diwan totp enable`',
  totp_enabled: 'remove the second factor first: `diwan totp disable`',
  totp_not_started: 'start again: `diwan totp enable`',
  totp_not_enabled: 'there is nothing to remove; to set one up: `diwan totp enable`',
  invalid_otp: 'wait for the next code of your authenticator app and try again; check the clock of your phone',
  invalid_current_password: 'try again; for a forgotten password, ask an admin to run `diwan operators set ID --ask-password`',
  password_changed: 'run `diwan login` with the new password',
  session_not_found: 'list your sessions: `diwan sessions list`',
  account_locked: 'wait 15 minutes, then try again',
  login_method_disabled: 'enable the method with an API key: `diwan projects set ID --login-methods username_password,…`',
  idempotency_in_progress: 'the same request is still running: check its result before you try again',
  idempotency_mismatch: 'run the command again',
  not_found: 'check that the server and diwan have the same version: `diwan doctor`',
  method_not_allowed: 'check that the server and diwan have the same version: `diwan doctor`',
  unsupported_media_type: 'check that the server and diwan have the same version: `diwan doctor`',
  payload_too_large: 'make the text shorter: a body has at most 256 KiB',
  throttled: 'wait for the time that the server states, then try again',
  outcome_unknown: 'check whether the change was made before you repeat it',
  unavailable: 'try again in a moment; `diwan doctor` examines the server',
  internal_error: 'search the log of the server for the request id',
};

/** The next step after an error of the server. `details` are its field errors, such as `versionCode: …; the latest is 42`. */
export function hintFor(code: string, details: readonly string[] = []): string | undefined {
  return (code === 'version_code_not_incrementing' ? nextCode(details) : null) ?? HINTS[code];
}

/** The error for an id that a list of the server does not contain: exit 5. `code` is the one that the server uses. */
export function notFound(code: string, message: string): CliError {
  return new CliError({ exit: EXIT.notFound, code, message, hint: hintFor(code) });
}

/** The exit code for an error of the server. */
export function exitFor(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.access;
  if (status === 404) return EXIT.notFound;
  if (status === 409 || status === 412 || status === 422) return EXIT.conflict;
  return EXIT.failed;
}

function nextCode(details: readonly string[]): string | null {
  const latest = /the latest is (\d+)$/.exec(details[0] ?? '')?.[1];
  return latest === undefined ? null : `latest code is ${latest}: try --code ${Number(latest) + 1}`;
}
