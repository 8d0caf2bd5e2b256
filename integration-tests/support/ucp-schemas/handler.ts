import { z } from "@medusajs/framework/zod"
import { nameIn } from "./envelope"
import { Text } from "./text"
import type { Version } from "./version"

const choices = z.array(z.string()).min(1)

const byName = <T extends z.ZodType>(value: T) =>
  z.record(z.string(), value).refine((members) => Object.keys(members).length > 0, "nothing is constrained")

/** What 2026-04-08 leaves open is a small language from 2026-08-25 on. */
const CONSTRAINTS = {
  "2026-04-08": byName(choices),
  "2026-08-25": z.strictObject({ properties: byName(z.strictObject({ enum: choices })) }),
} satisfies Record<Version, z.ZodType>

/** Open to any depth, but without secrets. */
const config = z
  .record(z.string(), z.unknown())
  .refine((open) => !/"credentials?":/.test(JSON.stringify(open)), "a credential is in it")

/** A payment handler of the store, without the links to its documentation. */
export const handler = (version: Version) => ({
  id: Text,
  version: z.iso.date(),
  available_instruments: z
    .array(z.strictObject({ type: Text, constraints: CONSTRAINTS[version].optional() }))
    .min(1)
    .optional(),
  config: config.optional(),
})

/** The payment handlers of this purchase; their ids are unique. */
export const handlers = (version: Version) =>
  z.record(nameIn(version), z.array(z.strictObject(handler(version))).min(1)).refine((named) => {
    const ids = Object.values(named).flatMap((ways) => ways.map(({ id }) => id))
    return new Set(ids).size === ids.length
  }, "two handlers have one id")
