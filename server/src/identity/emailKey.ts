/** The form in which addresses are compared: two spellings of one mailbox are one account. */
export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
