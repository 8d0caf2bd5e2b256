import type { SeededShop } from "../../demo/seed"

/** Where everything answers that the tests speak to. */
export interface World {
  readonly base_url: string
  readonly database_url: string
  readonly simulator_url: string
  readonly simulator_control_url: string
  readonly simulator_data_dir: string
  /** One line for each `order.placed` that reached the store's subscribers. */
  readonly events_file: string
  /** Names the step at which the store stops, see `reached`. */
  readonly failpoint_file: string
  /** What the store has logged. */
  readonly log_file: string
  /** What the seed made: keys and ids a storefront needs. */
  readonly shop: SeededShop
}

/** The world that was booted for this run of the HTTP tests. */
export function world(): World {
  const json = process.env.GW_TEST_WORLD
  if (!json) throw new Error("GW_TEST_WORLD is not set: run these tests through `npm test`")
  return JSON.parse(json) as World
}
