/** The form a bank wants posted by the shopper's browser. */
export interface BankForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** `gw_hand_off`: the form of a payment's newest next action, behind the link that hands it out once. */
export interface HandOff {
  readonly payment_id: string
  readonly state: "open" | "used" | "expired"
}
