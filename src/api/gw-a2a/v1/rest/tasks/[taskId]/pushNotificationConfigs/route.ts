import { a2aRest } from "../../../../../../../surfaces/a2a"
import { createPushConfig, listPushConfigs } from "../../../../../../../surfaces/a2a/dialects/rest/endpoints"
import { mount } from "../../../../../../mount"

export const GET = mount(a2aRest, listPushConfigs)
export const POST = mount(a2aRest, createPushConfig)
