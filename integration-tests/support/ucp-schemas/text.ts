import { z } from "@medusajs/framework/zod"

/** A text that is not empty. */
export const Text = z.string().min(1)

/** The same text in one or more formats. */
export const Description = z
  .strictObject({
    plain: z.string().optional(),
    html: z.string().optional(),
    markdown: z.string().optional(),
  })
  .refine((formats) => Object.keys(formats).length > 0, "the description has no format")
