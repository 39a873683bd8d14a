// A page with the client, its hooks, and its provider in the SDK of OpenFeature for React, bundled for a browser by the test.
import { OpenFeature, OpenFeatureProvider, useFlag as useOpenFeature } from '@openfeature/react-sdk';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createProvider } from '../../client/src/adapters/openfeature.ts';
import { useFlag, useSession, useStart } from '../../client/src/adapters/react.ts';
import { createClient } from '../../client/src/index.ts';

let client;

/** Starts the client with the storage that all tabs share, and resolves to the state of the session. */
async function start({ url, app }) {
  client = createClient({ url, app, projectId: 11, appVersion: '1.0.0', storage: localStorage });
  await client.start();
  return client.auth.state;
}

async function register(phone) {
  await client.auth.sendCode({ phone, purpose: 'register' });
  await client.auth.register({ phone, code: '246810', firstName: 'Noura' });
}

/** Resolves to the faults and the state of the session after so many calls at once. */
async function readProfile(times) {
  const calls = Array.from({ length: times }, () => client.request('GET', '/api/v2/auth/profile'));
  const answers = await Promise.allSettled(calls);
  const faults = answers.filter(({ status }) => status === 'rejected').map(({ reason }) => reason.code);
  return { faults, state: client.auth.state };
}

function Hooks() {
  const { user } = useSession(client);
  const { source } = useStart(client);
  return createElement('p', { id: 'hooks' }, `${source} ${useFlag(client, 'new_cart', false)} ${user?.firstName ?? 'guest'}`);
}

function Judge() {
  const { value, reason } = useOpenFeature('new_cart', false);
  return createElement('p', { id: 'judge' }, `${value} ${reason}`);
}

/** Renders before the client has started. */
async function render({ url, app }) {
  client = createClient({ url, app, projectId: 11, appVersion: '1.0.0', storage: localStorage });
  await OpenFeature.setProviderAndWait(createProvider(client));
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  root.render([createElement(Hooks, { key: 'hooks' }), createElement(OpenFeatureProvider, { key: 'judge' }, createElement(Judge))]);
}

globalThis.diwan = { start, register, readProfile, render, run: () => client.start(), signOut: () => client.auth.signOut() };
