import { resolveAs } from './resolve.ts';

export default resolveAs('removed', (name) => `The reported ${name} is removed.`);
