import { FLAVORS, type Switches } from "../domain/scopes"
import { POLICY_MODULE } from "../modules/policy"
import type { Admission, AdmissionRequest } from "../modules/policy/models/admission"
import type PolicyService from "../modules/policy/service"
import type { Call } from "./call"
import { credentialIn, proofIn } from "./dpop/credential"
import type { Access } from "./operation"
import type { SurfaceName } from "./surface"

/** The policy module, which stores the merchant's settings and rules. */
export const policyOf = (call: Pick<Call, "container">): PolicyService =>
  call.container.resolve<PolicyService>(POLICY_MODULE)

/** Whether an operation is open to callers without a token. */
export function isOpen(access: Access): access is "public" | "discovery" {
  return access === "public" || access === "discovery"
}

/**
 * The facts that the gates of a call decide on, read in one statement per call. The same statement counts a call for
 * the rate limit, unless a gate can still refuse it, as that of a DPoP proof's first use, or it `is_uncounted`.
 */
export async function admissionOf(
  call: Call,
  access: Access,
  surface: SurfaceName,
  is_uncounted = false
): Promise<Admission> {
  if (call.admission) return call.admission
  if (!isOpen(access)) call.credential = await credentialIn(call)
  const request = admissionRequestOf(call, surface)
  call.admission = await policyOf(call).admissions.admit({
    ...request,
    scope: isOpen(access) || access === "any_token" ? null : access,
    count: !request.is_dpop && !is_uncounted,
  })
  return call.admission
}

/**
 * Whether the token is still valid and the surface enabled. For streams, which repeat the check but are counted once.
 */
export async function isStillAdmitted(call: Call, surface: SurfaceName): Promise<boolean> {
  const admission = await policyOf(call).admissions.admit({
    ...admissionRequestOf(call, surface),
    scope: null,
    count: false,
  })
  return admission.bearer !== null && isEnabled(admission, surface)
}

/**
 * Whether the merchant has enabled a surface. The authorization server is enabled with any of the agents' surfaces; the
 * bank's and the metrics' endpoints, and the documents about the store, always are.
 */
export function isEnabled(switches: Switches, surface: SurfaceName): boolean {
  if (surface === "oauth") return FLAVORS.some((flavor) => switches[`${flavor}_enabled`])
  if (surface === "bank" || surface === "metrics" || surface === "discovery") return true
  return switches[`${surface}_enabled`]
}

function admissionRequestOf(
  { credential }: Call,
  surface: SurfaceName
): Omit<AdmissionRequest, "scope" | "count"> {
  const is_dpop = credential !== undefined && credential.proof !== null
  return { surface, token: credential?.token, is_dpop, jkt: proofIn(credential)?.jkt ?? null }
}
