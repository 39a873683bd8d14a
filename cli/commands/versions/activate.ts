import { setReleaseActive } from './set-active.ts';

export default setReleaseActive(true);
