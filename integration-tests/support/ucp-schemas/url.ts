import { z } from "@medusajs/framework/zod"

/** An absolute URL: HTTPS, or plain HTTP of this machine, where the tests' store listens. */
export const WebUrl = z
  .url({ protocol: /^https?$/ })
  .regex(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)[:/])/, "not an HTTPS address")
