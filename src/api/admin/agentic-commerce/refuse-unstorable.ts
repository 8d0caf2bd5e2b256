import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isStorable } from "../../../domain/storable"
import { notAllowed } from "./modules"

/** Rejects requests that contain text that the database cannot store, with Medusa's 400. */
export function refuseUnstorable(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (/%00/.test(req.originalUrl) || !isStorable(req.body))
    throw notAllowed(
      "The request contains a NUL character or an unpaired surrogate. Remove it and send the request again."
    )
  next()
}
