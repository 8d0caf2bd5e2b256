import { builtAdmin } from "./built-admin"

/** Builds the admin for the stores of the browser tests, once for all of them. */
export default async function setup(): Promise<void> {
  process.env.GW_TEST_ADMIN = await builtAdmin()
}
