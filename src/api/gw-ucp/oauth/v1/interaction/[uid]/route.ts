import { oauthDecisions, oauthPages } from "../../../../../../surfaces/oauth"
import { decide } from "../../../../../../surfaces/oauth/interaction/decide"
import { showInteraction } from "../../../../../../surfaces/oauth/interaction/show-interaction"
import { mount } from "../../../../../mount"

export const GET = mount(oauthPages, showInteraction)
export const POST = mount(oauthDecisions, decide)
