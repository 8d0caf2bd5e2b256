import type { ResponseName } from "../index"
import type { Version } from "../version"
import { lookup, product, search } from "./catalog"
import { error, refusal } from "./error"
import { profile } from "./profile"

/** Documents of a store that does not exist, right in every respect, by response and by what each is an example of. */
export const examples = (version: Version) =>
  ({
    profile: profile(version),
    search: search(version),
    lookup: lookup(version),
    product: product(version),
    error: error(version),
    refusal: refusal(version),
  }) satisfies Record<ResponseName, Record<string, object>>
