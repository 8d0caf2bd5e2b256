/** Why a connection or request failed, by Node's error codes. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate does not match the host name",
  HOSTNAME_MISMATCH: "the certificate does not match the host name",
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  CERT_REVOKED: "the certificate is revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate's issuer is not trusted",
  UNABLE_TO_GET_ISSUER_CERT: "the certificate's issuer is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's issuer is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's issuer is not trusted",
}

/** Further codes about certificates. Those of OpenSSL's handshake (`ERR_SSL_…`) are about the protocol. */
const ABOUT_CERTIFICATES = /^(?!ERR_SSL).*(CERT|CRL|ISSUER)/

/**
 * Why a request to a client's URL failed, for clients and merchants. It names nothing of the certificate that the
 * server presented: a host name can lead to the server of another company, whose certificate lists names that are not public.
 */
export function failureReason(error: unknown): string {
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  const known = REASONS[code ?? ""]
  if (known) return known
  if (code && ABOUT_CERTIFICATES.test(code)) return "the certificate is not valid"
  return message || String(error)
}
