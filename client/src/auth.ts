import type { CodeSent, Message, PasswordLogin, Registration, SignedIn, User } from './api.ts';
import { asDiwanError, networkError } from './errors.ts';
import { type RequestDeps, request } from './requests.ts';
import type { SessionState, SessionStore } from './session.ts';

export type CodePurpose = 'login' | 'register' | 'delete' | 'export' | 'phone_change';

type Renamed<T> = Omit<T, 'otp'> & { readonly code: string };

interface AuthDeps extends Omit<RequestDeps, 'send'> {
  readonly session: SessionStore;
}

/** Signs users in and out. */
export class Auth {
  private readonly deps: AuthDeps;

  constructor(deps: AuthDeps) {
    this.deps = deps;
  }

  /** null for a guest, and until the storage has been read. */
  get user(): User | null {
    return this.deps.session.user;
  }

  get state(): SessionState {
    return this.deps.session.state;
  }

  /** Calls the function after a sign-in and a sign-out; the result stops that. */
  onChange(listener: (state: SessionState, user: User | null) => void): () => void {
    return this.deps.session.onChange.add(listener);
  }

  /** Sends a code to a phone. `delete`, `export` and `phone_change` send it to the phone of the signed-in user. */
  sendCode({ phone, purpose = 'login' }: { readonly phone?: string; readonly purpose?: CodePurpose }): Promise<CodeSent> {
    if (purpose === 'register') return this.send('register-init', { phone });
    return this.send('send-otp', { phone, purpose }, purpose === 'login');
  }

  /** A lost answer is asked for again: the code counts once. */
  register({ code, ...user }: Renamed<Registration>): Promise<User> {
    return this.signIn('register-verify', { ...user, otp: code });
  }

  login(credentials: PasswordLogin): Promise<User> {
    return this.signIn('login', credentials);
  }

  /** A lost answer is asked for again: the code counts once. */
  loginWithCode({ phone, code }: { readonly phone: string; readonly code: string }): Promise<User> {
    return this.signIn('login-otp', { phone, otp: code });
  }

  sendResetCode({ phone }: { readonly phone: string }): Promise<CodeSent> {
    return this.send('password/reset/init', { phone });
  }

  /** Ends every session of the user and starts no new one. */
  resetPassword({
    phone,
    code,
    newPassword,
  }: {
    readonly phone: string;
    readonly code: string;
    readonly newPassword: string;
  }): Promise<Message> {
    return this.send('password/reset/confirm', { phone, otp: code, newPassword });
  }

  /** Signs out offline too; but `everywhere` rejects when the server did not hear of the other sessions. */
  async signOut({ everywhere = false }: { readonly everywhere?: boolean } = {}): Promise<void> {
    try {
      await (everywhere ? this.deps.session.signOutEverywhere() : this.deps.session.signOut());
    } catch (error) {
      throw asDiwanError(error);
    }
  }

  private async signIn(path: string, body: object): Promise<User> {
    const { user, tokens } = (await this.send<SignedIn | null>(path, body)) ?? {};
    if (user === undefined || tokens === undefined) throw networkError();
    await this.deps.session.signIn(user, tokens);
    return user;
  }

  private send<T>(path: string, body: object, isAnonymous = true): Promise<T> {
    const { session } = this.deps;
    const deps: RequestDeps = { ...this.deps, send: (sent) => (isAnonymous ? session.sendAs(null, sent) : session.call(sent)) };
    return request<T>(deps, 'POST', `/api/v2/auth/${path}`, { body });
  }
}
