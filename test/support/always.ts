import type { MayContinue } from '../../server/platform/concurrency/shared-work.ts';

/** For work in chunks that a test lets run to its end. */
export const always: MayContinue = async () => true;
