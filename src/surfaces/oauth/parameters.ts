import { z } from "@medusajs/framework/zod"

/** The parameters of a query or a form, unchanged. */
export const Parameters = z.instanceof(URLSearchParams, {
  error: "The parameters must be sent as application/x-www-form-urlencoded.",
})

/** The first repeated parameter (RFC 6749 §3.1 and §3.2 forbid repetition). */
export function repeatedIn(parameters: URLSearchParams): string | undefined {
  const seen = new Set<string>()
  for (const name of parameters.keys()) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

/** The value of a parameter; an empty one counts as absent (RFC 6749 §3.1). */
export function valueOf(parameters: URLSearchParams, name: string): string | undefined {
  return parameters.get(name) || undefined
}

/** A form without repeated parameters, as a plain object without the empty ones. */
export const Form = Parameters.transform((parameters, context) => {
  const repeated = repeatedIn(parameters)
  if (repeated === undefined) return Object.fromEntries([...parameters].filter(([, value]) => value !== ""))
  context.addIssue({ code: "custom", message: `The parameter ${repeated} is repeated. Send it only once.` })
  return z.NEVER
})
