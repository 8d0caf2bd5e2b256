/**
 * SQL condition: the payment with this table alias is at one of some bank accounts, whose names are the binding `out`. A
 * payment at another provider is at none.
 */
export const isAtSilent = (payment: string): string =>
  `(${payment}.route = 'bank' and ${payment}.bank_account = any(:out))`
