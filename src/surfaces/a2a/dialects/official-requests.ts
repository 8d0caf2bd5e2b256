import { AgentCard } from "@a2a-js/sdk"
import type * as A2A from "@a2a-js/sdk"
import type { A2ARequestHandler } from "@a2a-js/sdk/server"
import type { Call } from "../../../gateway/call"
import { extendedCard } from "../agent-card"
import { capabilitiesOf } from "../card-content"
import { cancel } from "./cancel-task"
import { getTask, listTasks } from "./get-task"
import { missingId } from "./dialect"
import { checkedId, checkedMessage } from "./message-checks"
import { createConfig, deleteConfig, getConfig, listConfigs } from "./push"
import { send, sendStreaming } from "./send-message"
import { signed } from "./card-signature"
import type { SkillCall } from "./skill-call"
import { subscribe } from "./subscribe-to-task"
import type { Version } from "./a2a-version"

/** One call of an official method, as the SDK's transports pass it on: parsed, but not validated yet. */
export class Requests implements A2ARequestHandler {
  /** Whether the SDK could parse the request. */
  reached = false
  /** The error that ended the call, stored here because the SDK reports only part of it. */
  failure: unknown

  constructor(
    readonly call: Call,
    private readonly version: Version,
    private readonly skillCall: SkillCall | undefined
  ) {}

  /** For the streaming methods of 0.3, which check whether the agent supports streaming. */
  getAgentCard = async () => AgentCard.fromJSON({ capabilities: capabilitiesOf(this.call, []) })

  getAuthenticatedExtendedAgentCard = () =>
    this.answer(async () => {
      const card = await extendedCard(this.call)
      return AgentCard.fromJSON(this.version === "1.0" ? await signed(card, this.call) : card)
    })

  sendMessage = (request: A2A.SendMessageRequest) =>
    this.answer(() => send(request, this.skillCall, this.version, this.call))

  sendMessageStream = (request: A2A.SendMessageRequest) =>
    sendStreaming(request, this.skillCall, this.version, this.call)

  getTask = (request: A2A.GetTaskRequest) => this.answer(() => getTask(request, this.call))

  listTasks = (request: A2A.ListTasksRequest) => this.answer(() => listTasks(request, this.call))

  cancelTask = (request: A2A.CancelTaskRequest) => this.answer(() => cancel(request, this.version, this.call))

  resubscribe = (request: A2A.SubscribeToTaskRequest) => subscribe(request, this.version, this.call)

  createTaskPushNotificationConfig = (config: A2A.TaskPushNotificationConfig) =>
    this.answer(() => createConfig(config, this.version, this.call))

  getTaskPushNotificationConfig = (request: A2A.GetTaskPushNotificationConfigRequest) =>
    this.answer(() => getConfig(request, this.call))

  listTaskPushNotificationConfigs = (request: A2A.ListTaskPushNotificationConfigsRequest) =>
    this.answer(() => listConfigs(request, this.call))

  deleteTaskPushNotificationConfig = (request: A2A.DeleteTaskPushNotificationConfigRequest) =>
    this.answer(() => deleteConfig(request, this.call))

  protected async answer<T>(work: () => Promise<T>): Promise<T> {
    this.reached = true
    try {
      return await work()
    } catch (thrown) {
      this.failure = thrown
      throw thrown
    }
  }
}

/** A request without an id: the SDK parses its parameters, and nothing is executed. */
export class RequestsWithoutId extends Requests {
  override sendMessage = ({ message }: A2A.SendMessageRequest) => this.refuse(() => checkedMessage(message))

  override sendMessageStream = (request: A2A.SendMessageRequest) => failing(this.sendMessage(request))

  override getTask = ({ id }: A2A.GetTaskRequest) => this.refuse(() => checkedId(id))

  override cancelTask = ({ id }: A2A.CancelTaskRequest) => this.refuse(() => checkedId(id))

  override resubscribe = ({ id }: A2A.SubscribeToTaskRequest) => failing(this.refuse(() => checkedId(id)))

  protected override answer<T>(): Promise<T> {
    return this.refuse(() => undefined)
  }

  private refuse(check: () => unknown): Promise<never> {
    return super.answer(async () => {
      check()
      throw missingId()
    })
  }
}

async function* failing(refusal: Promise<never>): AsyncGenerator<never, void> {
  yield await refusal
}
