import { changeTo } from './change.ts';

export default changeTo('hidden');
