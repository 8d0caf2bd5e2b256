import { problem } from "../../../domain/errors"
import { OAUTH_MODULE } from "../../../modules/oauth"
import type OAuthService from "../../../modules/oauth/service"
import { operation } from "../../../gateway/operation"
import { done } from "../../../gateway/reply"
import { customerOf } from "../customer"
import { Named } from "../list-page"

/**
 * `DELETE /consents/{id}`: the client's tokens of this consent are rejected from the next call on, also those of this
 * app. Idempotent. Throws `not_found` for a consent of another customer.
 */
export const deleteOwnConsent = operation({
  access: "app:consents:manage",
  input: Named,
  async run({ id }: Named, call) {
    const { ownGrants } = call.container.resolve<OAuthService>(OAUTH_MODULE)
    if (!(await ownGrants.revoke(id, customerOf(call))))
      throw problem("not_found", {}, "No consent matches the id.")
    return done()
  },
})
