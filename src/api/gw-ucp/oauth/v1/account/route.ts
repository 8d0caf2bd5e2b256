import { oauthAccount } from "../../../../../surfaces/oauth"
import { changeAccount } from "../../../../../surfaces/oauth/account/change-account"
import { showAccount } from "../../../../../surfaces/oauth/account/show-account"
import { mount } from "../../../../mount"

export const GET = mount(oauthAccount, showAccount)
export const POST = mount(oauthAccount, changeAccount)
