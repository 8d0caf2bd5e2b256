import type { ResponseName } from "../index"
import type { Version } from "../version"
import { cart } from "./cart"
import { lookup, product, search } from "./catalog"
import { checkout, declined } from "./checkout"
import { error, refusal } from "./error"
import { order } from "./order"
import { profile } from "./profile"

/** Documents of a store that does not exist, right in every respect, by response and by what each is an example of. */
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
