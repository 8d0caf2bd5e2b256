import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { OAUTH_MODULE } from "../../../modules/oauth"
import type OAuthService from "../../../modules/oauth/service"
import { LowerDetails, raisedProblem } from "../../../gateway/card-charges"
import { operation } from "../../../gateway/operation"
import { PathId } from "../../../gateway/schemas"
import { customerOf } from "../customer"

const Input = z.strictObject({ id: PathId, authorization_details: LowerDetails })

/**
 * `PATCH /consents/{id}`: lowers what the customer's saved cards may be charged without them under this consent, from
 * the next charge on. Throws `not_found` for a consent of another customer, one that is revoked and one without a
 * mandate, and `invalid_params` for a limit above the present one.
 */
export const lowerOwnConsent = operation({
  access: "app:consents:manage",
  input: Input,
  async run({ id, authorization_details }, call) {
    const { ownMandates } = call.container.resolve<OAuthService>(OAUTH_MODULE)
    const result = await ownMandates.lower(id, customerOf(call), authorization_details)
    if (!result) throw problem("not_found", {}, "No consent with a mandate for saved cards matches the id.")
    if (result.raised.length) throw raisedProblem(result.raised)
    return { authorization_details: result.mandates }
  },
})
