import { describeSample, PHP } from './sample-support.ts';

describeSample(PHP);
