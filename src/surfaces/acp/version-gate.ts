import { problem } from "../../domain/errors"
import { isOpen } from "../../gateway/admission"
import type { Gate } from "../../gateway/surface"
import { VERSIONS } from "./acp-versions"

/** Requires calls with a token to name a supported version in `API-Version`. Runs after the gates of every surface. */
export const versioned: Gate = (call, { operation }) => {
  if (isOpen(operation.access)) return
  const named = call.headers["api-version"]
  if (VERSIONS.some((version) => version === named)) return
  const message = named ? "This API version is not supported." : "The header API-Version is required."
  throw problem("version_unsupported", { supported_versions: VERSIONS }, message)
}
