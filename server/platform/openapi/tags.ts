import type { Endpoint, Heading, Service } from '../http/endpoint.ts';
import type { Tag } from './types.ts';

/** The heading of an endpoint in the API reference. */
export function headingOf(endpoint: Endpoint, service: Service): Heading {
  return endpoint.heading ?? service.heading;
}

/**
 * Every heading once, in the order of the endpoints.
 * @throws Error when two headings of one name have different descriptions.
 */
export function tagsOf(services: readonly Service[]): Tag[] {
  const tags = new Map<string, Tag>();
  for (const service of services.filter(({ copyOf }) => copyOf === undefined)) {
    for (const endpoint of service.endpoints) {
      const { name, description } = headingOf(endpoint, service);
      const known = tags.get(name);
      if (known !== undefined && known.description !== description) throw new Error(`the heading ${name} has two descriptions`);
      tags.set(name, { name, description });
    }
  }
  return [...tags.values()];
}
