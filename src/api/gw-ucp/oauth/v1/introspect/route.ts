import { oauth } from "../../../../../surfaces/oauth"
import { introspect } from "../../../../../surfaces/oauth/token/introspect"
import { mount } from "../../../../mount"

export const POST = mount(oauth, introspect)
