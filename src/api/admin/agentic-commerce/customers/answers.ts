import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { eraseCustomer } from "../../../../surfaces/privacy/erase"
import { exportCustomer } from "../../../../surfaces/privacy/export"
import { found, notAllowed, staffOf } from "../modules"

type Name = Parameters<typeof exportCustomer>[1]
type Request = AuthenticatedMedusaRequest<unknown>

/** Answers with the document as a file, which nothing on the way may keep. */
export async function handOut(req: Request, res: MedusaResponse, name: Name): Promise<void> {
  const held = found(await exportCustomer(req.scope, name, staffOf(req)), "customer")
  res.setHeader("Content-Disposition", 'attachment; filename="customer-data.json"')
  res.setHeader("Cache-Control", "no-store")
  res.json(held)
}

/** Answers with what came of it; 400 says what is in its way. */
export async function erase(req: Request, res: MedusaResponse, name: Name, reason: string): Promise<void> {
  const answer = found(await eraseCustomer(req.scope, name, { reason, by: staffOf(req) }), "customer")
  if ("refused" in answer) throw notAllowed(answer.refused)
  res.json(answer)
}
