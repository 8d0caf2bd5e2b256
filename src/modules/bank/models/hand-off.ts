/** The form a bank wants posted by the shopper's browser. */
export interface BankForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** `gw_hand_off`: the form of the newest next action, behind the link that hands it out once. */
export interface HandOff {
  /** The payment, or the card to be kept, that waits for the shopper. */
  readonly subject_id: string
  readonly state: "open" | "used" | "expired"
}
