import type { Buyer } from "./buyer"
import { type ProfileHost, profileIn } from "./profile-host"

const SHOPPING = ["checkout", "fulfillment", "discount", "buyer_consent", "cart", "order"]
const CATALOG = ["catalog.search", "catalog.lookup"]

/** From now on, the buyer's platform names a profile with this version and every shopping capability. */
export function inVersion(buyer: Buyer, version: Buyer["version"], host: ProfileHost): Buyer {
  const names = [...SHOPPING, ...CATALOG].map((name) => `dev.ucp.shopping.${name}`)
  buyer.version = version
  buyer.agent = { "ucp-agent": `profile="${host.publish(profileIn(version, names))}"` }
  return buyer
}
