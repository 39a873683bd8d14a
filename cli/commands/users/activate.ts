import { setUserStatus } from './set-status.ts';

export default setUserStatus('active');
