import { describeSample, NODE } from './sample-support.ts';

describeSample(NODE);
