import type { Agent } from 'node:http';
import { getProxyForUrl } from 'proxy-from-env';
import { usageError } from '../errors/errors.ts';

/**
 * The proxy that HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY name for an address; null for a direct connection.
 * @throws CliError for an unusable one
 */
export function proxyFor(address: string): URL | null {
  const text = getProxyForUrl(address);
  if (text === '') return null;
  const proxy = URL.canParse(text) ? new URL(text) : null;
  // the text may contain a password, so it is not quoted
  if (proxy === null || !/^https?:$/.test(proxy.protocol) || proxy.hostname === '')
    throw usageError(
      'HTTP_PROXY, HTTPS_PROXY or ALL_PROXY names no http or https proxy.',
      'use a form such as http://proxy.example.com:3128',
    );
  return proxy;
}

/** The agent that connects through a proxy; undefined for a direct connection. */
export async function agentFor(address: string): Promise<Agent | undefined> {
  const proxy = proxyFor(address);
  if (proxy === null) return undefined;
  if (address.startsWith('https:')) return new (await import('https-proxy-agent')).HttpsProxyAgent(proxy);
  return new (await import('http-proxy-agent')).HttpProxyAgent(proxy);
}
