/** ASCII only, as the columns: MySQL refuses to compare them with other text. */
const USERNAME = /^[!-~]{1,64}$/;

/** Whether an operator may have this username, given in lower case. */
export function mayBeUsername(folded: string): boolean {
  return USERNAME.test(folded);
}
