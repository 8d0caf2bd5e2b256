import { a2aRest } from "../../../../../../../../surfaces/a2a"
import { deletePushConfig, getPushConfig } from "../../../../../../../../surfaces/a2a/dialects/rest/endpoints"
import { mount } from "../../../../../../../mount"

export const GET = mount(a2aRest, getPushConfig)
export const DELETE = mount(a2aRest, deletePushConfig)
