import { oauth } from "../../../../../surfaces/oauth"
import { revoke } from "../../../../../surfaces/oauth/token/revoke"
import { mount } from "../../../../mount"

export const POST = mount(oauth, revoke)
