import { oauthPages } from "../../../../../surfaces/oauth"
import { authorize } from "../../../../../surfaces/oauth/authorize/authorize"
import { mount } from "../../../../mount"

export const GET = mount(oauthPages, authorize)
export const POST = mount(oauthPages, authorize)
