import type { OtpSettings } from '../../../server/domain/project-settings.ts';
import { readMetrics } from '../../support/metrics.ts';
import { admin, authClient, type Client } from '../../support/requests/client.ts';
import { type AuthServer, startAuthServer } from '../support.ts';
import { addressMaker, phoneMaker } from './guard-support.ts';

/** Codes that are asked for over HTTP from many networks, as through a proxy. */
export interface GuardServer extends AuthServer {
  /** A client with this address, or with a new one whose network no other has. */
  from(address?: string, headers?: Readonly<Record<string, string>>): Client;
  readonly newPhone: ReturnType<typeof phoneMaker>;
  set(settings: { readonly otp?: Partial<OtpSettings>; readonly phone?: object }): Promise<void>;
  /** How often the guard refused codes by a dimension, or would have. */
  refusals(dimension: string, mode: string): Promise<number>;
}

/** The server has no cooldown by default, so that only the guard refuses. */
export async function startGuardServer(env: Record<string, string> = {}): Promise<GuardServer> {
  const auth = await startAuthServer({ env: { OTP_GUARD: 'enforce', OTP_COOLDOWN_SECONDS: '0', TRUST_PROXY: '1', ...env } });
  const newAddress = addressMaker();
  return {
    ...auth,
    from: (address = newAddress(), headers = {}) => authClient(auth.server, { headers: { 'X-Forwarded-For': address, ...headers } }),
    newPhone: phoneMaker(),
    set: async (settings) => {
      await admin(auth.server).put('/admin/projects/11', { settings }).expect(200);
    },
    refusals: async (dimension, mode) =>
      (await readMetrics(auth.server.url)).get(`diwan_otp_guard_refusals_total{dimension="${dimension}",mode="${mode}"}`) ?? 0,
  };
}
