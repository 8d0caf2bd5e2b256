import { z } from "@medusajs/framework/zod"

/** The parameters of a query or a form, as they came. */
export const Parameters = z.instanceof(URLSearchParams, {
  error: "The parameters must be sent as application/x-www-form-urlencoded.",
})

/** The first parameter that is there more than once (RFC 6749 §3.1 and §3.2 forbid it). */
export function repeatedIn(parameters: URLSearchParams): string | undefined {
  const names = [...parameters.keys()]
  return names.find((name, index) => names.indexOf(name) !== index)
}

/** A parameter's value; one without a value counts as absent (RFC 6749 §3.1). */
export function valueOf(parameters: URLSearchParams, name: string): string | undefined {
  return parameters.get(name) || undefined
}

/** A form in which each parameter stands once, as a plain object without the empty ones. */
export const Form = Parameters.transform((parameters, context) => {
  const repeated = repeatedIn(parameters)
  if (repeated === undefined) return Object.fromEntries([...parameters].filter(([, value]) => value !== ""))
  context.addIssue({ code: "custom", message: `The parameter ${repeated} is repeated.` })
  return z.NEVER
})
