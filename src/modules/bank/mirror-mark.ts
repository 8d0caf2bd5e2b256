const PREFIX = "gw_bank:"

/** What `created_by` of a Medusa record says when it mirrors a movement the bank has made already. */
export function mirrorMark(bank_id: string): string {
  return `${PREFIX}${bank_id}`
}

/** Whether a record only writes down what has happened at the bank, so that nothing is to be asked of it. */
export function isMirror(created_by: string | null): boolean {
  return created_by?.startsWith(PREFIX) ?? false
}
