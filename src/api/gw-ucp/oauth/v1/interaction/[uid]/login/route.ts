import { oauthPages } from "../../../../../../../surfaces/oauth"
import { logIn } from "../../../../../../../surfaces/oauth/interaction/log-in"
import { mount } from "../../../../../../mount"

export const POST = mount(oauthPages, logIn)
