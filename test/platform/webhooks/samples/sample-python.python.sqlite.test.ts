import { describeSample, PYTHON } from './sample-support.ts';

describeSample(PYTHON);
