import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, it } from "vitest"
import { requestOnce } from "../request-once"

let server: Server
let base_url: string
let received: string[]
beforeEach(async () => {
  received = []
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`)
    response.end(`answer ${received.length}`)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => server.close())

it("sends a request once for twenty simultaneous callers and a later one", async () => {
  const request = requestOnce()
  const answers = await Promise.all(Array.from({ length: 20 }, () => request(`${base_url}/a`)))
  answers.push(await request(`${base_url}/a`))
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(["answer 1"]))
  expect(received).toEqual(["GET /a"])
})

it("sends a request to another address, with another message or of another function", async () => {
  const request = requestOnce()
  await request(`${base_url}/a`)
  await request(`${base_url}/b`)
  await request(`${base_url}/a`, { id: 1 })
  await request(`${base_url}/a`, { id: 2 })
  await requestOnce()(`${base_url}/a`)
  expect(received).toEqual(["GET /a", "GET /b", "POST /a", "POST /a", "GET /a"])
})

it("rejects for every caller, with the address, if there is no answer", async () => {
  await new Promise((resolve) => server.close(resolve))
  const request = requestOnce()
  const answers = await Promise.allSettled([request(base_url), request(base_url)])
  for (const answer of answers)
    expect(answer).toMatchObject({ reason: { message: `${base_url} does not answer (ECONNREFUSED)` } })
})
