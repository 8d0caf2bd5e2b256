import type { ResponseName } from "../index"
import type { Version } from "../version"
import { cart } from "./cart"
import { lookup, product, search } from "./catalog"
import { checkout, declined } from "./checkout"
import { error, refusal } from "./error"
import { order } from "./order"
import { profile } from "./profile"

/** Valid documents of a fictitious store, by response and by the subject of the example. */
export const examples = (version: Version) =>
  ({
    profile: profile(version),
    search: search(version),
    lookup: lookup(version),
    product: product(version),
    cart: cart(version),
    checkout: checkout(version),
    declined: declined(version),
    order: order(version),
    error: error(version),
    refusal: refusal(version),
  }) satisfies Record<ResponseName, Record<string, object>>
