import { z } from "@medusajs/framework/zod"

/** An address of the web: HTTPS, or plain HTTP of this very machine, where the tests' store answers. */
export const WebUrl = z
  .url({ protocol: /^https?$/ })
  .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/, "not an HTTPS address")
