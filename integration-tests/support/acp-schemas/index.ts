import { deepStrictEqual } from "node:assert"
import { Ajv2020 as Ajv, type ValidateFunction } from "ajv/dist/2020"
import schema from "./agentic-checkout.json"

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  email: (text: string) => /^[^@\s]+@[^@\s]+$/.test(text),
  "date-time": (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text),
}

const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS })
ajv.addSchema(schema, "acp")

/** The names of the protocol's schemas. */
export type Definition = keyof (typeof schema)["$defs"]

const known = new Map<Definition, ValidateFunction>()

function validatorOf(name: Definition): ValidateFunction {
  const validate = known.get(name) ?? ajv.compile({ $ref: `acp#/$defs/${name}` })
  known.set(name, validate)
  return validate
}

/** Expects a body to match a schema of the protocol. The schemas are closed: unknown members fail. */
export function expectIs(name: Definition, body: unknown): void {
  const validate = validatorOf(name)
  deepStrictEqual([validate(body), validate.errors ?? null, body], [true, null, body])
}
