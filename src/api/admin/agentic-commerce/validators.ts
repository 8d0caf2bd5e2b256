import { z } from "@medusajs/framework/zod"

export const UpdateSettings = z
  .strictObject({ a2a_enabled: z.boolean().optional(), ucp_enabled: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, "names no setting")
export type UpdateSettings = z.infer<typeof UpdateSettings>
