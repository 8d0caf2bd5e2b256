import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { eraseCustomer, erasureObstacle } from "../../../../workflows/customer/erase-person"
import { exportCustomer } from "../../../../workflows/customer/export-person"
import { found, staffOf } from "../modules"

type Name = Parameters<typeof exportCustomer>[1]
type Request = AuthenticatedMedusaRequest<unknown>

/** Responds with the exported data as a file that may not be cached. */
export async function sendExport(req: Request, res: MedusaResponse, name: Name): Promise<void> {
  const exported = found(await exportCustomer(req.scope, name, staffOf(req)), "customer")
  res.setHeader("Content-Disposition", 'attachment; filename="customer-data.json"')
  res.setHeader("Cache-Control", "no-store")
  res.json(exported)
}

/** Responds with the erasure, or 400 with the obstacle, as a sentence and as `obstacle`. */
export async function erase(req: Request, res: MedusaResponse, name: Name, reason: string): Promise<void> {
  const answer = found(await eraseCustomer(req.scope, name, { reason, by: staffOf(req) }), "customer")
  if ("erasure" in answer) return void res.json(answer)
  const { refused } = answer
  res.status(400).json({ type: "not_allowed", message: refused.message, obstacle: refused })
}

/** Responds with the obstacle to an erasure now: `{ obstacle }`, null when there is none. */
export async function showObstacle(req: Request, res: MedusaResponse, name: Name): Promise<void> {
  const obstacle = await erasureObstacle(req.scope, name)
  if (obstacle !== null) found(obstacle, "customer")
  res.json({ obstacle })
}
