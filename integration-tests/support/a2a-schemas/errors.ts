import { z } from "zod"

/** `google.protobuf.Any` in JSON. */
const Details = z.array(z.looseObject({ "@type": z.string().startsWith("type.googleapis.com/") }))

/** An error of A2A 1.0 over JSON-RPC (section 9.5). */
const RpcError = z.strictObject({ code: z.int(), message: z.string().min(1), data: Details.optional() })

/** An error of A2A 1.0 over HTTP+JSON: `google.rpc.Status` (section 11.6). */
const RestError = z.strictObject({
  code: z.int().min(400).max(599),
  status: z.string().regex(/^[A-Z_]+$/),
  message: z.string().min(1),
  details: Details,
})

/** What of an error response of A2A 1.0 contradicts the specification, which has no schema of it. */
export function deviationsOfError(binding: "rpc" | "rest", { error }: { readonly error: unknown }): string[] {
  const schema = binding === "rpc" ? RpcError : RestError
  const { issues = [] } = schema.safeParse(error).error ?? {}
  return issues.map(({ path, message }) => `${["error", ...path].join(".")}: ${message}`)
}
