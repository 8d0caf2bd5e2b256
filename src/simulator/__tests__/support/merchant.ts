import { randomUUID, type JsonWebKey } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { digest, makeKey, openJws, signJws, type TestKey } from "./jws"

/** A notification as received. */
export interface Received {
  body: string
  signature: string
  contentType: string
}

/** A small merchant server: publishes its key, collects notifications, and responds with the statuses in `answers`. */
export async function startShop() {
  const key = makeKey()
  const received: Received[] = []
  const answers: number[] = []
  const state = { jwksStatus: 200, thinkingMs: 0 }
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      if (request.url === "/jwks.json") {
        response.writeHead(state.jwksStatus).end(JSON.stringify({ keys: [key.jwk] }))
        return
      }
      const headers = request.headers as Record<string, string>
      received.push({
        body,
        signature: headers["gw-signature"] ?? "",
        contentType: headers["content-type"] ?? "",
      })
      const status = answers.shift() ?? 200
      setTimeout(() => response.writeHead(status).end("{}"), state.thinkingMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const merchant = {
    merchant_id: "mrc_demo",
    name: "Demo <shop>",
    jwks_url: `${url}/jwks.json`,
    ipn_url: `${url}/ipn`,
    currencies: ["RON", "EUR", "JPY"],
  }
  const stop = () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections())
  return { key, received, answers, state, url, merchant, stop }
}

/** The parts of an otherwise genuine request that a test can change. */
export interface Bend {
  key?: string
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  signWith?: TestKey
  /** Replaces the complete token; null sends none. */
  token?: string | null
  /** A body to send instead of the signed one. */
  sentBody?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A verified response: its signature and every required claim were checked. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  json: Record<string, unknown>
  claims: Record<string, unknown>
  token: string
}

/** Signs a request without a JOSE library, sends it, and verifies the signature of the response. */
export function makeClient(base: string, issuer: string, key: TestKey, merchantId = "mrc_demo") {
  return async function call(method: string, path: string, body?: unknown, bend: Bend = {}): Promise<Answer> {
    const raw = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body)
    const idempotencyKey = method === "POST" ? (bend.key ?? randomUUID()) : undefined
    const iat = Math.floor(Date.now() / 1000)
    const url = issuer + path
    const claims = {
      iss: merchantId,
      aud: issuer,
      iat,
      exp: iat + 120,
      jti: randomUUID(),
      bdg: digest(raw),
      htm: method,
      htu: url,
      idk: idempotencyKey,
      ...bend.claims,
    }
    const signer = bend.signWith ?? key
    const header = { alg: "ES256", typ: "gwb-request+jwt", kid: signer.kid, ...bend.header }
    const token = bend.token === undefined ? signJws(header, claims, signer.privateKey) : bend.token
    const sent = bend.sentBody ?? raw
    const response = await fetch(base + path, {
      method,
      signal: bend.signal ?? null,
      body: sent || undefined,
      headers: {
        ...(sent ? { "Content-Type": "application/json" } : {}),
        ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
        ...(token ? { "Gw-Signature": token } : {}),
        ...bend.headers,
      },
    })
    return { ...(await checkAnswer(base, issuer, response)), token: token ?? "" }
  }
}

async function checkAnswer(base: string, issuer: string, response: Response): Promise<Omit<Answer, "token">> {
  const text = await response.text()
  const { header, claims } = openJws(response.headers.get("gw-signature") ?? "", await bankKey(base))
  const { status, headers } = response
  if (header.typ !== "gwb-response+jwt" || header.alg !== "ES256") throw new Error("wrong kind of signature")
  if (claims.iss !== issuer) throw new Error("wrong issuer")
  if (claims.bdg !== digest(text) || claims.sts !== status)
    throw new Error("the signature is for another answer")
  if (Number(claims.exp) - Number(claims.iat) > 120) throw new Error("the signature lives too long")
  return { status, headers, text, json: JSON.parse(text) as Record<string, unknown>, claims }
}

/** The bank's published key. */
export async function bankKey(base: string): Promise<JsonWebKey> {
  const response = await fetch(`${base}/gwb/v1/jwks.json`)
  const { keys } = (await response.json()) as { keys: [JsonWebKey] }
  return keys[0]
}
