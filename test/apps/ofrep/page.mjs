// A page with the web client of OpenFeature and a component that shows flags, bundled for a browser by the test.
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, OpenFeatureProvider, useFlag } from '@openfeature/react-sdk';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const rendered = [];

function Flag({ name }) {
  const { value, reason } = useFlag(name, false);
  const text = `${name} ${value} ${reason}`;
  if (rendered.at(-1) !== text) rendered.push(text);
  return createElement('p', { id: name }, text);
}

/** Starts the client and returns the flag and its reason. */
async function start({ baseUrl, context, name, query }) {
  await OpenFeature.setContext(context);
  await OpenFeature.setProviderAndWait(
    new OFREPWebProvider({ baseUrl, ...(query === undefined ? {} : { query: new URLSearchParams(query) }) }),
  );
  return read(name);
}

function read(name) {
  const { value, reason } = OpenFeature.getClient().getBooleanDetails(name, false);
  return [value, reason];
}

/** Renders a flag before the client has it. */
async function render({ baseUrl, context, name }) {
  const component = createElement(Flag, { name });
  createRoot(document.body).render(createElement(OpenFeatureProvider, { suspendUntilReady: false }, component));
  await new Promise((resolve) => setTimeout(resolve, 0));
  await start({ baseUrl, context, name });
}

/** Asks again, as a page does when it becomes visible. */
function refresh() {
  document.dispatchEvent(new Event('visibilitychange'));
}

globalThis.flags = { start, read, render, refresh, rendered, setContext: (context) => OpenFeature.setContext(context) };
