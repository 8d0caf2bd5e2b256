/**
 * SQL condition: the bank has certainly not opened the payment with this table alias. Either no call was made, or the bank
 * has rejected it for now (`Calls`). A payment for which a call is in progress, or has an unknown outcome, does not count.
 */
export const isNotOpened = (payment: string): string =>
  `(${payment}.route = 'bank' and ${payment}.status in ('created', 'unknown') and ${payment}.version = 0
    and ${payment}.bank_called_at is null)`

/** The same for saving the card with this table alias. Not for the card of a payment, nor for one at another provider. */
export const isCardNotOpened = (card: string): string =>
  `(${card}.status in ('created', 'unknown') and ${card}.version = 0 and ${card}.payment_id is null
    and ${card}.provider_id is null and ${card}.bank_called_at is null)`
