import { turnUsers } from './turn.ts';

export default turnUsers('active');
