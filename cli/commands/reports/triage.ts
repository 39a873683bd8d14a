import { triageOf } from '../triage/triage-of.ts';

export default triageOf(['reports'], '`diwan reports list`, then `diwan reports dismiss KIND ID` or `diwan reports remove KIND ID`');
