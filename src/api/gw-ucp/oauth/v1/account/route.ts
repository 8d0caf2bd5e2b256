import { oauthPages } from "../../../../../surfaces/oauth"
import { changeAccount } from "../../../../../surfaces/oauth/account/change-account"
import { showAccount } from "../../../../../surfaces/oauth/account/show-account"
import { mount } from "../../../../mount"

export const GET = mount(oauthPages, showAccount)
export const POST = mount(oauthPages, changeAccount)
