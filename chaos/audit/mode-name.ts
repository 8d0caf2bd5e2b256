/**
 * What a run can pay through: the simulator's own protocol, its Redsys mode, or Stripe's double, on the store's page or in
 * the storefront.
 */
export const MODE_NAMES = ["gwb", "redsys", "page", "storefront"] as const
export type ModeName = (typeof MODE_NAMES)[number]
