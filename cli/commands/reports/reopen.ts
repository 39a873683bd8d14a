import { resolveAs } from './resolve.ts';

export default resolveAs('open', (name) => `The reports of ${name} are open again.`);
