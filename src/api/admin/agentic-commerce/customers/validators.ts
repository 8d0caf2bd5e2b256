import { z } from "@medusajs/framework/zod"

const Email = z.email().max(254)
const Reason = z.string().trim().min(1).max(500)

/** A guest has no customer id, only an email address. */
export const ExportGuest = z.strictObject({ email: Email })
export type ExportGuest = z.infer<typeof ExportGuest>

/** The reason, for the audit log. */
export const EraseCustomer = z.strictObject({ reason: Reason })
export type EraseCustomer = z.infer<typeof EraseCustomer>

/** The body of the request that erases a guest's data. */
export const EraseGuest = z.strictObject({ email: Email, reason: Reason })
export type EraseGuest = z.infer<typeof EraseGuest>
