import type { Endpoint, Service } from '../http/endpoint.ts';
import type { Tag } from './types.ts';

/** A resource with one endpoint, or the only resource of a service, is listed under the heading of the service. */
const MIN_ENDPOINTS = 2;

/** The heading of an endpoint: its service's title, and the resource where that has several endpoints (`Feedback: admin posts`). */
export function tagOf(endpoint: Endpoint, service: Service): string {
  const resource = resourceOf(endpoint);
  const endpoints = service.endpoints.filter((other) => resourceOf(other) === resource);
  const hasHeading = resource !== '' && endpoints.length >= MIN_ENDPOINTS && endpoints.length < service.endpoints.length;
  return hasHeading ? `${service.title}: ${resource}` : service.title;
}

/** Every heading once, in the order of the endpoints. */
export function tagsOf(services: readonly Service[]): Tag[] {
  const names = services.flatMap((service) => service.endpoints.map((endpoint) => tagOf(endpoint, service)));
  return [...new Set(names)].map((name) => ({ name }));
}

/** The first word of the path, and the second after `admin`, joined by a space: a slash would break the deep links of the page. */
function resourceOf(endpoint: Endpoint): string {
  const [first = '', second = ''] = endpoint.path.split('/').filter((step) => step !== '' && !step.startsWith(':'));
  return first === 'admin' && second !== '' ? `${first} ${second}` : first;
}
