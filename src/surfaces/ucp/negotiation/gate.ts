import { problem } from "../../../domain/errors"
import { isOpen } from "../../admission"
import type { Gate } from "../../surface"
import { agree } from "./agreement"
import { neededBy, unaskedCapabilitiesIn } from "../capabilities"
import { isLenient, offerIn } from "../platform/offer"
import { settle } from "./settle"

/**
 * The gate behind those of every surface, for calls with a token: what the platform named in `UCP-Agent` and the store
 * have in common holds for the call, and has what the operation needs. Who does not name itself gets everything, in the
 * default version. It comes after those, so that no stranger has us fetch anything.
 */
export const negotiated: Gate = async (call, { operation }) => {
  if (isOpen(operation.access)) return
  const agreement = settle(await offerIn(call))
  agree(call, agreement)
  const needed = neededBy(operation)
  if (!needed || Object.hasOwn(agreement.capabilities, needed)) return
  if (!isLenient(call)) throw problem("capabilities_incompatible")
  agree(call, { ...agreement, capabilities: unaskedCapabilitiesIn(agreement.version) })
}
