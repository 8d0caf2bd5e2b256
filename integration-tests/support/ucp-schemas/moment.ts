import { z } from "@medusajs/framework/zod"

/** A moment in UTC. */
export const Moment = z.iso.datetime()
