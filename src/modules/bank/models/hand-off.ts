/** The form that the customer's browser must post to the bank. */
export interface BankForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** `gw_hand_off`: the form of the latest next action, behind a link that serves it once. */
export interface HandOff {
  /** The payment or card that waits for the customer. */
  readonly subject_id: string
  readonly state: "open" | "used" | "expired"
}
