import { describeSample, GO } from './sample-support.ts';

describeSample(GO);
