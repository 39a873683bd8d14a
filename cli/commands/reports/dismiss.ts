import { resolveAs } from './resolve.ts';

export default resolveAs('dismissed', (name) => `The reports of ${name} are dismissed.`);
