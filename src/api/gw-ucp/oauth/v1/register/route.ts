import { oauth } from "../../../../../surfaces/oauth"
import { register } from "../../../../../surfaces/oauth/register/register"
import { mount } from "../../../../mount"

export const POST = mount(oauth, register)
