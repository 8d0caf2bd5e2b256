import type { SeededShop } from "../../demo/seed"

/** The addresses and files of the processes that the tests use. */
export interface World {
  readonly base_url: string
  readonly database_url: string
  readonly simulator_url: string
  readonly simulator_control_url: string
  readonly simulator_data_dir: string
  /** The Stripe double, which runs if the world's environment has a key of Stripe. */
  readonly stripe_url: string
  /** The Mollie double, which runs if the world's environment has a key of Mollie. */
  readonly mollie_url: string
  /** One line for each `order.placed` that reached the store's subscribers. */
  readonly events_file: string
  /** Contains the name of the step at which the store crashes, see `reached`. */
  readonly failpoint_file: string
  /** The store's log. */
  readonly log_file: string
  /** The keys and ids that the seed created for a storefront. */
  readonly shop: SeededShop
}

/** The world that was booted for this run of the HTTP tests. */
export function world(): World {
  const json = process.env.GW_TEST_WORLD
  if (!json) throw new Error("GW_TEST_WORLD is not set: run these tests through `npm test`")
  return JSON.parse(json) as World
}
