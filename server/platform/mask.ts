/** The form of a phone in logs and audit rows, which its owner recognises and others cannot call (`+9665*****567`). */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 5)}${'*'.repeat(Math.max(0, phone.length - 8))}${phone.slice(-3)}`;
}

/** The form of a username in audit rows (`sa***`): someone may have typed a password in its place. */
export function maskUsername(username: string): string {
  return `${[...username].slice(0, 2).join('')}***`;
}

/** The form of an e-mail address in logs (`j***@example.com`). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email.slice(0, Math.max(at, 0))].slice(0, 1).join('')}***${at < 0 ? '' : email.slice(at)}`;
}
