import { randomUUID } from "node:crypto"
import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import type { Agent } from "../support/agent"
import {
  always,
  anyMemberWrong,
  expectSound,
  garbage,
  postGarbage,
  RUNS,
  WAIT_TIMEOUT,
  wrongText,
} from "../support/malformed"
import { messageOf, skillMessage, WIRES } from "../support/official"
import { payingAgent } from "../support/payments"
import { RestCaller, restUrl } from "../support/rest"

/** Placeholder that each request replaces with a new id: a repeated id would return the same task. */
const MESSAGE_ID = "one-of-a-kind"
const PARAMETERS = [
  "contextId",
  "status",
  "pageSize",
  "pageToken",
  "historyLength",
  "statusTimestampAfter",
  "includeArtifacts",
  "A2A-Version",
  "id",
  "taskId",
  "__proto__",
]
/** Without unpaired surrogates, which cannot be encoded, and without segments of dots, which `fetch` resolves itself. */
const encoded = wrongText
  .map((text) => encodeURIComponent(Buffer.from(text.slice(0, 1000)).toString()))
  .filter((text) => !/^\.+$/.test(text))

let agent: Agent
let caller: RestCaller
let task: string

beforeAll(async () => {
  agent = await payingAgent()
  caller = new RestCaller(agent)
  task = (await agent.createPayment()).task_id
})

/** An answer without a server error. One that is an error names its status. */
async function expectAnswer(answer: Promise<Response>): Promise<void> {
  const response = await expectSound(answer)
  const text = await response.text()
  if (response.status < 400) return
  expect(response.headers.get("content-type")).toBe("application/a2a+json")
  expect((JSON.parse(text) as { error: { code: number } }).error.code).toBe(response.status)
}

describe(
  "malformed requests of the HTTP+JSON binding never cause a server error",
  { timeout: WAIT_TIMEOUT },
  () => {
    it("by their path [REST-04, ERR-09]", async () => {
      const path = fc.record({
        begin: fc.constantFrom("/", "/tasks/", "/message:", `/tasks/${task}:`, `/tasks/${task}/`),
        text: encoded,
        end: fc.constantFrom("", ":cancel", "/pushNotificationConfigs", "/pushNotificationConfigs/a"),
        method: fc.constantFrom("GET", "POST", "DELETE"),
      })
      await always(path, ({ begin, text, end, method }) =>
        expectAnswer(caller.open(method, begin + text + end))
      )
    })

    it("by their query [REST-04, ERR-09]", async () => {
      const query = fc.record({ name: fc.constantFrom(...PARAMETERS), text: encoded })
      const paths = ["/tasks", `/tasks/${task}`, `/tasks/${task}/pushNotificationConfigs`]
      const wrong = fc.record({ path: fc.constantFrom(...paths), query })
      await always(wrong, ({ path, query: { name, text } }) =>
        expectAnswer(caller.open("GET", `${path}?${name}=${text}`))
      )
    })

    it("by their body [REST-04, ERR-09, ERR-16]", async () => {
      const more = { messageId: MESSAGE_ID, metadata: { a: 1 }, extensions: ["https://a.example/e"] }
      const configuration = { returnImmediately: true, historyLength: 1, acceptedOutputModes: ["text/plain"] }
      const messages = [
        skillMessage("1.0", "query_payment_status", { payment_id: "pay_none" }, more),
        messageOf("1.0", WIRES["1.0"].text("hi"), { ...more, taskId: task }),
      ]
      const config = { id: "mine", url: "https://a.example/", token: "t" }
      const bodies: [string, object][] = [
        ...messages.map((message): [string, object] => ["/message:send", { message, configuration }]),
        [`/tasks/${task}/pushNotificationConfigs`, config],
        ["/tasks/task_none:cancel", { metadata: { a: 1 } }],
      ]
      const wrong = fc
        .constantFrom(...bodies)
        .chain(([path, valid]) => anyMemberWrong(valid).map((body) => ({ path, body })))
      await always(wrong, ({ path, body }) =>
        expectAnswer(
          caller.open("POST", path, { body: JSON.stringify(body).replace(MESSAGE_ID, randomUUID()) })
        )
      )
    })

    it("without a valid token [REST-04]", async () => {
      await always(
        garbage,
        async (nonsense) => {
          const answer = await expectSound(postGarbage(`${restUrl()}/message:send`, nonsense))
          expect(answer.status).toBe(401)
        },
        RUNS / 2
      )
    })
  }
)
