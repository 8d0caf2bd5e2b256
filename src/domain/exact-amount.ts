/**
 * The minor units of which Medusa's Stripe module moves every multiple, where these are not all amounts: Stripe takes
 * currencies with three decimals in tens, and the module assumes no decimals for MGA, and two for the last three.
 */
const STRIPE_STEPS: Readonly<Record<string, number>> = {
  BHD: 10,
  IQD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
  MGA: 100,
  LYD: 10,
  CLF: 100,
  UYW: 100,
}

/** Whether a payment provider moves exactly this amount, in minor units. Medusa's Stripe module rounds the others. */
export function isExactAt(provider_id: string, amount: number, currency: string): boolean {
  const step = provider_id.startsWith("pp_stripe") ? STRIPE_STEPS[currency] : undefined
  return step === undefined || amount % step === 0
}
