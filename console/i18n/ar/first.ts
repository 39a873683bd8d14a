import { common } from './common.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { today } from './today.ts';

/** The texts of the frame, the sign-in and Today: the part that the first page waits for. */
export const first = { common, shell, signIn, today };
