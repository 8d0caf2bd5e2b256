import { problem } from "../../domain/errors"
import { isOpen } from "../admission"
import type { Gate } from "../surface"
import { VERSIONS } from "./versions"

/** The gate behind those of every surface, for calls with a token: the call names a version that is spoken. */
export const versioned: Gate = (call, { operation }) => {
  if (isOpen(operation.access)) return
  const named = call.headers["api-version"]
  if (VERSIONS.some((version) => version === named)) return
  const message = named ? "This API version is not supported." : "The header API-Version is required."
  throw problem("version_unsupported", { supported_versions: VERSIONS }, message)
}
