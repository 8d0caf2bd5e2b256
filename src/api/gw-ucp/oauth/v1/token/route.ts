import { oauth } from "../../../../../surfaces/oauth"
import { token } from "../../../../../surfaces/oauth/token/token"
import { mount } from "../../../../mount"

export const POST = mount(oauth, token)
