import { z } from "@medusajs/framework/zod"

/** A text that says something. */
export const Text = z.string().min(1)

/** The same text in one format or more. */
export const Description = z
  .strictObject({
    plain: z.string().optional(),
    html: z.string().optional(),
    markdown: z.string().optional(),
  })
  .refine((formats) => Object.keys(formats).length > 0, "the description has no format")
