import { oauthAccount } from "../../../../../../surfaces/oauth"
import { logInToAccount } from "../../../../../../surfaces/oauth/account/log-in-to-account"
import { mount } from "../../../../../mount"

export const POST = mount(oauthAccount, logInToAccount)
