import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isStorable } from "../../../domain/storable"
import { notAllowed } from "./modules"

/** Refuses, with Medusa's 400, text that no database can keep, wherever in a request it stands. */
export function refuseUnstorable(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  if (/%00/.test(req.originalUrl) || !isStorable(req.body))
    throw notAllowed("The request holds a NUL character, or half of a surrogate pair.")
  next()
}
