import { problem } from "../../domain/errors"
import { isOpen } from "../../gateway/admission"
import type { Gate } from "../../gateway/surface"
import { VERSIONS } from "./acp-versions"

/** Requires calls with a token to name a supported version in `API-Version`. Runs after the gates of every surface. */
export const versionGate: Gate = (call, { operation }) => {
  if (isOpen(operation.access)) return
  const named = call.headers["api-version"]
  if (VERSIONS.some((version) => version === named)) return
  const message = named
    ? "The API version is not supported. Set the header API-Version to one of supported_versions."
    : "The header API-Version is required. Set it to one of supported_versions."
  throw problem("version_unsupported", { supported_versions: VERSIONS }, message)
}
