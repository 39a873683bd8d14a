import { changeTo } from './change.ts';

export default changeTo('removed');
