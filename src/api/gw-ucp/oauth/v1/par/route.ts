import { oauth } from "../../../../../surfaces/oauth"
import { pushRequest } from "../../../../../surfaces/oauth/authorize/push-request"
import { mount } from "../../../../mount"

export const POST = mount(oauth, pushRequest)
