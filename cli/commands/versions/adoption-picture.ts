import type { components } from '../../../generated/api-types.ts';
import { formatCount, renderBars, renderSparkline } from '../../output/chart.ts';
import type { Printer } from '../../output/printer.ts';
import { isolateDirection, oneLine } from '../../output/safe-text.ts';
import { padEnd, truncate } from '../../output/width.ts';

export type Adoption = components['schemas']['Adoption'];

/** The name of users and events without a version, and of the rare versions. */
export const UNKNOWN = 'other or unknown';

/** Versions whose days are drawn. */
const CURVES = 5;
const LABEL_CELLS = 24;

interface PictureStyle {
  readonly slug: string;
  /** Cells. */
  readonly width: number;
  readonly print: Pick<Printer, 'colors'>;
}

/** The users by version as bars, and the share of the events of each day as a curve for the most used versions. */
export function adoptionLines({ users, totalUsers, byDay, days }: Adoption, { slug, width, print }: PictureStyle): string[] {
  const title = `${oneLine(slug)}: ${formatCount(totalUsers)} users in ${days} days, by their last version`;
  if (totalUsers === 0) return [title, '', 'No event with a user or an installation was reported.'];
  const shares = users.map(({ version, users: count }) => ({ label: version ?? UNKNOWN, count }));
  const curves = users
    .flatMap(({ version }) => version ?? [])
    .slice(0, CURVES)
    .map((version) => {
      const daily = byDay.map(({ versions }) => versions.find((share) => share.version === version)?.share ?? 0);
      const label = truncate(oneLine(version), LABEL_CELLS);
      const curve = renderSparkline(daily, Math.max(1, width - LABEL_CELLS - 2));
      return `${padEnd(label, LABEL_CELLS).replace(label, () => isolateDirection(label))}  ${curve}`;
    });
  const [first, last] = [byDay[0]?.date, byDay.at(-1)?.date];
  return [
    print.colors.bold(title),
    '',
    ...renderBars(shares, { total: totalUsers, width, paint: print.colors.green }),
    ...(curves.length === 0 ? [] : ['', print.colors.bold(`Share of the events of each day, ${first} to ${last}`), ...curves]),
  ];
}
