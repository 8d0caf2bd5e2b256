/** What a run can pay through: the simulator's own protocol, its Redsys mode, or the store's page with the Stripe double. */
export const MODE_NAMES = ["gwb", "redsys", "page"] as const
export type ModeName = (typeof MODE_NAMES)[number]
