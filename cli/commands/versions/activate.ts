import { turnRelease } from './turn.ts';

export default turnRelease(true);
