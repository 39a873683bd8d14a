import { triageOf } from '../triage/triage-of.ts';

export default triageOf(
  ['reviews'],
  '`diwan reviews list --status pending`, then `diwan reviews approve ID…` or `diwan reviews reject ID…`',
);
