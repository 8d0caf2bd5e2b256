import { a2aRest } from "../../../../../../../surfaces/a2a"
import { cancelTask } from "../../../../../../../surfaces/a2a/dialects/rest/endpoints"
import { mount } from "../../../../../../mount"

export const POST = mount(a2aRest, cancelTask)
