import { QUEUES } from './items.ts';
import { triageOf } from './triage-of.ts';

export default triageOf(
  QUEUES,
  '`diwan reviews list --status pending` and `diwan reports list`, then `diwan reviews approve ID…` or `diwan reports dismiss KIND ID`',
);
