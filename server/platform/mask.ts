/** A phone as logs and audit rows show it: enough to recognise one's own, too little to call it (`+9665*****567`). */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 5)}${'*'.repeat(Math.max(0, phone.length - 8))}${phone.slice(-3)}`;
}

/** A username as audit rows show it: what was typed there may have been a password (`sa***`). */
export function maskUsername(username: string): string {
  return `${[...username].slice(0, 2).join('')}***`;
}

/** An e-mail address as logs show it (`j***@example.com`). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, Math.max(at, 0))].slice(0, 1).join('')}***${at < 0 ? '' : email.slice(at)}`;
}
