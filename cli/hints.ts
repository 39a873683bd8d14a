import { EXIT, type ExitCode } from './errors.ts';

/** The next step after each refusal of the server, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  not_authenticated: 'run `diwan login`',
  token_not_valid: 'run `diwan login` again: the sign-in has ended',
  invalid_api_key: 'run `diwan login` and give an API key, or set DIWAN_API_KEY',
  permission_denied: 'sign in with an account or a key that may do this: `diwan whoami` tells what this one may',
  project_mismatch: 'leave out --project, or sign in to that project: `diwan login --profile NAME`',
  project_not_found: 'see `diwan projects list`',
  project_inactive: 'switch it on again: `diwan projects set ID --active`',
  invalid_project: 'a project is a positive whole number',
  validation_error: 'see --help for what the command takes',
  review_not_found: 'see `diwan reviews list`',
  post_not_found: 'see `diwan posts list`',
  roadmap_not_found: 'see `diwan roadmap list`',
  changelog_not_found: 'see `diwan changelog list`',
  app_not_found: 'see `diwan apps list`',
  version_not_found: 'see `diwan versions list SLUG`',
  flag_not_found: 'see `diwan flags list SLUG`',
  operator_not_found: 'see `diwan operators list`',
  user_not_found: 'see `diwan users list`',
  api_key_not_found: 'see `diwan keys list`',
  test_phone_not_found: 'see `diwan test-phones list`',
  project_exists: 'leave --id out for the next free one; `diwan projects list` shows those that are taken',
  username_taken: 'choose another --username: it is unique over all projects',
  invalid_phone: 'write it with its country code, as +966501234567',
  test_phone_exists: 'for another code, remove it first: `diwan test-phones remove PHONE`',
  test_phone_limit: 'remove one that is not needed: `diwan test-phones list`',
  test_phone_user: 'make it a phone like any other first: `diwan test-phones remove PHONE`',
  invalid_transition: 'see what the user is now: `diwan users show ID`',
  content_changed: 'read it again: `diwan reviews show ID`',
  app_slug_exists: 'choose another slug, or change the app: `diwan apps update SLUG`',
  flag_key_exists: 'change it: `diwan flags set SLUG KEY`',
  flag_limit: 'delete flags that nobody reads any more, or make their configs smaller: `diwan flags list SLUG`',
  version_code_not_incrementing: 'give a higher --code',
  no_active_account: 'check the username and the password; whoever forgot it asks an admin: `diwan operators set ID --ask-password`',
  account_locked: 'wait 15 minutes, then try again',
  login_method_disabled: 'switch it on: `diwan projects set ID --login-methods username_password,…`, with an API key',
  idempotency_in_progress: 'the same request is still being worked on: look before you try again',
  idempotency_mismatch: 'run the command again',
  not_found: 'are both of one version? `diwan doctor` tells',
  method_not_allowed: 'are both of one version? `diwan doctor` tells',
  unsupported_media_type: 'are both of one version? `diwan doctor` tells',
  payload_too_large: 'make it shorter: a body has at most 256 KiB',
  throttled: 'wait as long as it says, then try again',
  unavailable: 'try again in a moment; `diwan doctor` looks closer',
  internal_error: 'look in the log of the server for the request id',
};

/** The next step after a refusal; `faults` are those of the fields, as in `versionCode: …; the latest is 42`. */
export function hintFor(code: string, faults: readonly string[] = []): string | undefined {
  return (code === 'version_code_not_incrementing' ? nextCode(faults) : null) ?? HINTS[code];
}

function nextCode(faults: readonly string[]): string | null {
  const latest = /the latest is (\d+)$/.exec(faults[0] ?? '')?.[1];
  return latest === undefined ? null : `latest code is ${latest}: try --code ${Number(latest) + 1}`;
}

/** How a refusal of the server ends the command. */
export function exitFor(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.access;
  if (status === 404) return EXIT.notFound;
  if (status === 409 || status === 412 || status === 422) return EXIT.conflict;
  return EXIT.failed;
}
