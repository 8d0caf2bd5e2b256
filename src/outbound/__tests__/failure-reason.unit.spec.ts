import { checkServerIdentity, type PeerCertificate } from "node:tls"
import { describe, expect, it } from "vitest"
import { failureReason } from "../failure-reason"
import { poster } from "../post"

const failed = (code: string, message: string) => Object.assign(new Error(message), { code })

/** Node's own error for a server that presents the certificate of another host. */
function mismatch(): Error {
  const foreign = {
    subject: { CN: "vpn.other.example" },
    subjectaltname: "DNS:vpn.other.example, IP:10.1.2.3",
  }
  const error = checkServerIdentity("agent.example", foreign as unknown as PeerCertificate)
  if (!error) throw new Error("the certificate matches")
  return error
}

describe("the reason of a failed request [HRD-04]", () => {
  it("does not name the host of a foreign certificate", () => {
    expect(mismatch().message).toContain("vpn.other.example")
    expect(failureReason(mismatch())).toBe("the certificate does not match the host name")
  })

  it("is stored with a delivery instead of the connection's error", async () => {
    const post = poster({ lookup: () => Promise.reject(mismatch()) })
    const receipt = await post({ url: "https://agent.example/hook", headers: {}, body: "" }, false)
    expect(receipt).toEqual({ ok: false, error: "the certificate does not match the host name" })
  })

  it.each([
    ["CERT_HAS_EXPIRED", "certificate has expired", "the certificate has expired"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate", "the certificate is self-signed"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify", "the certificate's issuer is not trusted"],
    ["ERR_TLS_CERT_ALTNAME_FORMAT", "Invalid: DNS:vpn.other.example", "the certificate is not valid"],
    ["CERT_SIGNATURE_FAILURE", "certificate signature failure", "the certificate is not valid"],
  ])("is one plain sentence for %s", (code, message, reason) => {
    expect(failureReason(failed(code, message))).toBe(reason)
  })

  it.each([
    ["ECONNREFUSED", "connect ECONNREFUSED 203.0.113.9:443"],
    ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "tlsv13 alert certificate required"],
    ["UND_ERR_SOCKET", "other side closed"],
  ])("is the error itself for %s", (code, message) => {
    expect(failureReason(failed(code, message))).toBe(message)
  })

  it("is the error's name if it has no message", () => {
    expect(failureReason(new AggregateError([]))).toBe("AggregateError")
  })
})
