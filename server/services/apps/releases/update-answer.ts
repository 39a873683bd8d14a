import { readCode } from '../../../domain/build-code.ts';
import { adviceFor, languageOf, type UpdateAdvice } from '../../../domain/releases/advice.ts';
import { audienceOf, checkPhone, newestForAll, type Phone } from '../../../domain/releases/offers.ts';
import { deviceOf, platformOf, UnreadableVersion, type UpdateCheck, WrongPlatform } from '../../../domain/releases/update-check.ts';
import { parseVersion } from '../../../domain/version-number.ts';
import { validationError } from '../../../platform/errors.ts';
import type { AppSnapshot } from '../app-snapshot.ts';

/** The attributes of a request that decide its update. An empty text counts as absent. */
export interface UpdateAttributes {
  platform?: 'android' | 'ios';
  currentVersion?: string;
  versionCode?: string;
  installationId?: string;
  osVersion?: string;
  language?: string;
}

export interface AdvisedUpdate extends UpdateCheck {
  /** Only for requests that tell more than clients of earlier releases did. */
  update?: UpdateAdvice;
}

/** The release that has become the current version by its steps; null when the app itself names the current one. */
export function currentRelease({ offers }: AppSnapshot): { versionName: string; versionCode: number } | null {
  return newestForAll(offers);
}

/** Names the answer to a request: requests of one name get the same one. @throws ApiError 400 */
export function updateNameOf(snapshot: AppSnapshot, query: UpdateAttributes): string {
  const { platform = '', currentVersion = '', versionCode = '' } = query;
  const audience = withFaults(() => audienceOf(snapshot.offers, phoneOf(snapshot, query)));
  return `${platform} ${currentVersion} ${audience}${isAdvised(query) ? ` ${versionCode} ${languageOf(query.language)}` : ''}`;
}

/** @throws ApiError 400 for a version that cannot be read, and for a platform that the app does not have */
export function answerUpdate(snapshot: AppSnapshot, query: UpdateAttributes): AdvisedUpdate {
  return withFaults(() => adviseUpdate(snapshot, query));
}

function adviseUpdate(snapshot: AppSnapshot, query: UpdateAttributes): AdvisedUpdate {
  const versionCode = query.versionCode === undefined ? null : readCode(query.versionCode);
  const info = { platform: query.platform ?? null, currentVersion: query.currentVersion || null, versionCode };
  const { offer, check } = checkPhone(snapshot.offers, phoneOf(snapshot, query), info);
  if (!isAdvised(query)) return check;
  return { ...check, update: adviceFor(offer, check, { ...deviceOf(info), language: languageOf(query.language) }) };
}

function phoneOf({ app }: AppSnapshot, { platform, osVersion, installationId }: UpdateAttributes): Phone {
  return {
    platform: platformOf(app.platform, platform ?? null),
    osVersion: osVersion ? parseVersion(osVersion) : null,
    installationId: installationId || null,
  };
}

/** Whether the request tells something that clients of earlier releases did not tell. */
function isAdvised({ installationId, osVersion, language, versionCode }: UpdateAttributes): boolean {
  return versionCode !== undefined || [installationId, osVersion, language].some((value) => value !== undefined && value !== '');
}

function withFaults<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    if (error instanceof UnreadableVersion)
      throw validationError([{ field: 'currentVersion', message: `currentVersion ${error.message}` }]);
    if (error instanceof WrongPlatform) throw validationError([{ field: 'platform', message: `platform ${error.message}` }]);
    throw error;
  }
}
