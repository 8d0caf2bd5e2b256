const PREFIX = "gw_bank:"

/** The value of `created_by` in a Medusa record that mirrors a movement the bank has already executed. */
export function mirrorMark(bank_id: string): string {
  return `${PREFIX}${bank_id}`
}

/** Whether a record only mirrors a movement at the bank, so that no bank call must be made for it. */
export function isMirror(created_by: string | null): boolean {
  return created_by?.startsWith(PREFIX) ?? false
}
