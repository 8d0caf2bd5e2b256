import { z } from "@medusajs/framework/zod"

/** A timestamp in UTC. */
export const Moment = z.iso.datetime()
