import type { Row, Service } from '../http/endpoint.ts';
import type { Tag } from './types.ts';

/** A resource with a single row gets no heading of its own, and neither does the only one of a service: the service's does. */
const ENOUGH_ROWS = 2;

/** The heading of a row: its service's title, and the resource where that has several rows (`Feedback: admin posts`). */
export function tagOf(row: Row, service: Service): string {
  const resource = resourceOf(row);
  const rows = service.rows.filter((other) => resourceOf(other) === resource);
  const standsOut = resource !== '' && rows.length >= ENOUGH_ROWS && rows.length < service.rows.length;
  return standsOut ? `${service.title}: ${resource}` : service.title;
}

/** Every heading once, in the order of the rows. */
export function tagsOf(services: readonly Service[]): Tag[] {
  const names = services.flatMap((service) => service.rows.map((row) => tagOf(row, service)));
  return [...new Set(names)].map((name) => ({ name }));
}

/** The path's first word, the second too where that is `admin`. No slash between them: it would break the page's deep links. */
function resourceOf(row: Row): string {
  const [first = '', second = ''] = row.path.split('/').filter((step) => step !== '' && !step.startsWith(':'));
  return first === 'admin' && second !== '' ? `${first} ${second}` : first;
}
